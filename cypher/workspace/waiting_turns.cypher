// name: waiting_turns
// returns: one
// How many turns of a scope wait for extraction; no further than to a bound.
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
WHERE ($people IS NULL OR turn.speaker_uid IN $people)
  AND ($session IS NULL OR turn.session_id = $session)
  AND turn.said_at >= $said_from
  AND turn.said_at <= $said_to
WITH turn
LIMIT $most
RETURN count(turn) AS turns
