// name: link_answers
// returns: one
// The answers that a question got.
UNWIND $rows AS row
MATCH (question:Question {uid: row.from})
MATCH (answer:Answer|Retracted {uid: row.to})
CREATE (question)-[:ANSWERED_BY]->(answer)
RETURN count(*) AS written
