// name: known_questions
// returns: many
// The questions of a space, or only those named.
CALL () {
  WITH $uids AS uids
  WHERE uids IS NULL
  MATCH (question:Question {space: $space})
  RETURN question
  UNION ALL
  UNWIND $uids AS uid
  MATCH (question:Question {uid: uid})
  USING INDEX question:Question(uid)
  WHERE question.space = $space
  RETURN question
}
RETURN question.uid AS uid,
       question.conversation_id AS conversation_id,
       question.asked_by_uid AS asked_by_uid,
       question.text AS text,
       toString(question.said_at) AS said_at,
       question.asked_turns AS turn_ids,
       question.answer_uids AS answer_uids
