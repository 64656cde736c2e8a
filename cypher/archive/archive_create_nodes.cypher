// name: archive_create_nodes
// returns: one
// Makes the nodes of an archive that do not stand yet. Labels are those of the schema: what else a
// file names is refused before.
CYPHER 25
UNWIND $rows AS row
OPTIONAL MATCH (standing:Answer|Chunk|Conversation|Decision|Entity|Forgotten|ForgottenTurn|Ledger|
       Person|Portrait|Question|Retracted|Retraction|Role|Session|State|Turn)
WHERE standing.uid = row.uid
WITH row, standing
WHERE standing IS NULL
CREATE (node:$(row.labels))
SET node = row.properties, node.space = $space
WITH node, row
CALL (node, row) {
  UNWIND row.vectors AS vector
  CALL db.create.setNodeVectorProperty(node, vector.key, vector.numbers)
}
RETURN collect(node.uid) AS made
