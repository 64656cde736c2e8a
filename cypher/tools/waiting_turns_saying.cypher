// name: waiting_turns_saying
// returns: many
// Turns that wait for extraction and hold every part of one of these names, or were said by one of
// these people; of so many that wait (null conversations: of the space) the last, at most so many.
CALL () {
  WITH $conversations AS conversations
  WHERE conversations IS NULL
  MATCH (turn:Turn)
  USING INDEX SEEK turn:Turn(space, conversation_id, waiting_since)
  WHERE turn.space = $space
    AND turn.conversation_id IS NOT NULL
    AND turn.waiting_since IS NOT NULL
  RETURN turn
  UNION ALL
  UNWIND $conversations AS conversation_id
  MATCH (turn:Turn)
  USING INDEX SEEK turn:Turn(space, conversation_id, waiting_since)
  WHERE turn.space = $space
    AND turn.conversation_id = conversation_id
    AND turn.waiting_since IS NOT NULL
  RETURN turn
}
WITH turn
WHERE ($session IS NULL OR turn.session_id = $session)
  AND $said_from <= turn.said_at <= $said_to
WITH turn
ORDER BY turn.said_at DESC, turn.conversation_id, turn.position DESC
LIMIT $looked_at
WITH turn, replace(replace(toLower(turn.content), "'", ''), '’', '') AS content
WHERE turn.speaker_uid IN $speakers
   OR any(parts IN $names WHERE all(part IN parts WHERE content CONTAINS part))
RETURN turn.conversation_id AS conversation_id,
       turn.dia_id AS dia_id,
       turn.speaker_uid AS speaker_uid,
       turn.said_at AS said_at,
       turn.text AS text,
       turn.caption AS caption
ORDER BY turn.said_at DESC, conversation_id, turn.position DESC
LIMIT $most
