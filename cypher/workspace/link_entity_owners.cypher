// name: link_entity_owners
// returns: one
// Whose an entity is.
UNWIND $rows AS row
MATCH (entity:Entity {uid: row.from})
MATCH (person:Person {uid: row.to})
MERGE (entity)-[:BELONGS_TO]->(person)
RETURN count(*) AS written
