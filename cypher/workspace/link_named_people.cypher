// name: link_named_people
// returns: one
// The people whom a statement names.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.from})
MATCH (person:Person {uid: row.to})
CREATE (statement)-[:NAMES]->(person)
RETURN count(*) AS written
