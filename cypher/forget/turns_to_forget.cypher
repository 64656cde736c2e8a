// name: turns_to_forget
// returns: many
// The turns of a conversation, of one session of it where one is named, or these turns.
CALL () {
  WITH $conversation_uid AS uid
  WHERE uid IS NOT NULL
  MATCH (:Conversation {uid: uid})-[:HAS_SESSION]->(session:Session)-[:HAS_TURN]->(turn:Turn)
  WHERE $session_id IS NULL OR session.session_id = $session_id
  RETURN turn
  UNION
  UNWIND $turn_uids AS uid
  MATCH (turn:Turn {uid: uid})
  RETURN turn
}
WITH turn
WHERE turn.space = $space
RETURN turn.uid AS uid, turn.conversation_id AS conversation_id
ORDER BY conversation_id, uid
