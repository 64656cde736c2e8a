// name: link_given
// returns: one
// Statements that a chunk gives as another one did.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.from})
MATCH (statement:Statement|Retracted {uid: row.to})
CREATE (chunk)-[:GAVE]->(statement)
RETURN count(*) AS written
