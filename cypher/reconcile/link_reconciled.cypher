// name: link_reconciled
// returns: one
// The entity of the layer above, or that absorbed this one, with the decision if there was one.
UNWIND $rows AS row
MATCH (source:Entity {uid: row.from})
MATCH (target:Entity {uid: row.to})
WHERE source.space = $space AND target.space = $space
CREATE (source)-[link:RECONCILED_INTO]->(target)
SET link = row.properties
RETURN count(*) AS written
