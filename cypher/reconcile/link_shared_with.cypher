// name: link_shared_with
// returns: one
// Everyone who spoke of what nobody owns.
UNWIND $rows AS row
MATCH (entity:Entity {uid: row.from})
MATCH (person:Person {uid: row.to})
MERGE (entity)-[:SHARED_WITH]->(person)
RETURN count(*) AS written
