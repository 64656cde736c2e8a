// name: link_named_entities
// returns: one
// The entities that a statement names.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.from})
MATCH (entity:Entity {uid: row.to})
CREATE (statement)-[:NAMES]->(entity)
RETURN count(*) AS written
