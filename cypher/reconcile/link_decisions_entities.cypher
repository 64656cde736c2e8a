// name: link_decisions_entities
// returns: one
// The entities that decisions are on, each on its side.
UNWIND $rows AS row
MATCH (decision:Decision {uid: row.from})
MATCH (entity:Entity {uid: row.to})
WHERE decision.space = $space AND entity.space = $space
CREATE (decision)-[:ON {side: row.properties.side}]->(entity)
RETURN count(*) AS written
