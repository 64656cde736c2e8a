// name: bearer_waiting_turns
// returns: many
// The turns of these people in these conversations that wait for extraction, as far as the scope
// holds them: of each the nearest in meaning.
UNWIND $conversations AS conversation_id
MATCH (turn:Turn)
USING INDEX SEEK turn:Turn(space, conversation_id, waiting_since)
WHERE turn.space = $space
  AND turn.conversation_id = conversation_id
  AND turn.waiting_since IS NOT NULL
WITH turn
WHERE turn.speaker_uid IN $speakers
  AND $session_from <= turn.session_id <= $session_to
  AND $said_from <= turn.said_at <= $said_to
WITH turn, coalesce(2 * vector.similarity.cosine(turn.embedding, $vector) - 1, 0.0) AS cosine
ORDER BY turn.speaker_uid, cosine DESC, turn.said_at DESC, turn.uid
WITH turn.speaker_uid AS speaker_uid, collect({turn: turn, cosine: cosine})[..$limit] AS nearest
UNWIND nearest AS near
WITH near.turn AS turn, near.cosine AS cosine
RETURN turn.conversation_id AS conversation_id,
       turn.dia_id AS dia_id,
       turn.speaker_uid AS speaker_uid,
       turn.said_at AS said_at,
       turn.text AS text,
       turn.caption AS caption,
       cosine
ORDER BY speaker_uid, cosine DESC, said_at DESC, turn.uid
