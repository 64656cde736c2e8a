// name: questions_answered
// returns: many
// The questions that these answers answer, as far as they were asked from one moment to another,
// in the conversations and the session given (null: all).
UNWIND $uids AS uid
MATCH (:Answer {uid: uid})<-[:ANSWERED_BY]-(question:Question)
WHERE question.space = $space
  AND $since <= question.said_at <= $until
  AND ($conversation_ids IS NULL OR question.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR question.session_id = $session)
RETURN DISTINCT question.uid AS uid
