// name: retractions_of_statement
// returns: one
// How often a statement was taken back so far, undone or not.
OPTIONAL MATCH (retraction:Retraction {space: $space, conversation_id: $conversation_id})
WHERE retraction.statement_uid = $statement_uid
RETURN count(retraction) AS made
