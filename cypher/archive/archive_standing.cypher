// name: archive_standing
// returns: many
// Of these uids those that stand in the database, whichever space they are of.
UNWIND $uids AS uid
MATCH (node:Answer|Chunk|Conversation|Decision|Entity|Forgotten|ForgottenTurn|Ledger|
       Person|Portrait|Question|Retracted|Retraction|Role|Session|State|Turn)
WHERE node.uid = uid
RETURN node.uid AS uid, labels(node) AS labels, properties(node) AS properties
