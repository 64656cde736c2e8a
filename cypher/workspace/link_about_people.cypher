// name: link_about_people
// returns: one
// The people whom a question is about.
UNWIND $rows AS row
MATCH (question:Question {uid: row.from})
MATCH (person:Person {uid: row.to})
CREATE (question)-[:ABOUT]->(person)
RETURN count(*) AS written
