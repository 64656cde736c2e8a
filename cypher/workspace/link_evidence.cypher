// name: link_evidence
// returns: one
// The places in turns that state a statement or are its context.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.from})
MATCH (turn:Turn {uid: row.to})
CREATE (statement)-[evidence:EVIDENCED_BY]->(turn)
SET evidence = row.properties
RETURN count(*) AS written
