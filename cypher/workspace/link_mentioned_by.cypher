// name: link_mentioned_by
// returns: one
// Who else brought a statement up.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.from})
MATCH (person:Person {uid: row.to})
CREATE (statement)-[:MENTIONED_BY]->(person)
RETURN count(*) AS written
