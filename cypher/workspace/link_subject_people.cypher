// name: link_subject_people
// returns: one
// The person whom a statement is about.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.from})
MATCH (person:Person {uid: row.to})
CREATE (statement)-[:SUBJECT]->(person)
RETURN count(*) AS written
