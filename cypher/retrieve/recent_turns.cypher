// name: recent_turns
// returns: many
// The last turns of these conversations, as far as the scope holds them, the latest first.
UNWIND $conversations AS conversation
MATCH (turn:Turn {space: $space, conversation_id: conversation})
WHERE turn.speaker_uid IN $people
  AND $session_from <= turn.session_id <= $session_to
  AND $said_from <= turn.said_at <= $said_to
WITH turn
ORDER BY turn.said_at DESC, turn.position DESC, turn.uid
LIMIT $limit
RETURN turn.conversation_id AS conversation_id,
       turn.dia_id AS dia_id,
       turn.speaker AS speaker,
       turn.text AS text,
       turn.caption AS caption,
       turn.said_at AS said_at
