// name: answers_of_turns
// returns: many
// The answers that one of these turns states, as far as the scope holds them. Null for
// conversations and people means all of them.
UNWIND $turn_uids AS turn_uid
MATCH (turn:Turn {uid: turn_uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (turn)<-[evidence:EVIDENCED_BY]-(answer:Answer)
WHERE evidence.part = 'statement'
  AND answer.space = $space
  AND ($conversations IS NULL OR answer.conversation_id IN $conversations)
  AND ($people IS NULL OR answer.speaker_uid IN $people)
  AND $session_from <= answer.session_id <= $session_to
  AND $said_from <= answer.said_at <= $said_to
WITH turn.uid AS turn_uid, answer, min(evidence.quote_start) AS start
RETURN turn_uid, answer.uid AS answer
ORDER BY turn_uid, start, answer
