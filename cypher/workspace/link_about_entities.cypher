// name: link_about_entities
// returns: one
// The entities that a question is about.
UNWIND $rows AS row
MATCH (question:Question {uid: row.from})
MATCH (entity:Entity {uid: row.to})
CREATE (question)-[:ABOUT]->(entity)
RETURN count(*) AS written
