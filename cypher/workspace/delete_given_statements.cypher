// name: delete_given_statements
// returns: none
// Removes the statements that only these chunks gave, and the links between entities that say so.
UNWIND $chunk_uids AS uid
MATCH (:Chunk {uid: uid})-[:GAVE]->(statement:Statement|Retracted)
WHERE NOT EXISTS {
  MATCH (other:Chunk)-[:GAVE]->(statement)
  WHERE NOT other.uid IN $chunk_uids
}
WITH DISTINCT statement
OPTIONAL MATCH (statement)-[:SUBJECT]->(:Entity)-[link:RELATES_TO]->()
WHERE link.answer_uid = statement.uid
WITH statement, collect(link) AS links
FOREACH (link IN links | DELETE link)
DETACH DELETE statement
