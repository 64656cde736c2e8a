// name: link_subject_entities
// returns: one
// The entity that a statement is about.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.from})
MATCH (entity:Entity {uid: row.to})
CREATE (statement)-[:SUBJECT]->(entity)
RETURN count(*) AS written
