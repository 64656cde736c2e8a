// name: turns_called
// returns: many
// The turns of these uids, as far as the scope holds them. Null for conversations and people means
// all of them.
UNWIND $uids AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
  AND ($conversations IS NULL OR turn.conversation_id IN $conversations)
  AND ($people IS NULL OR turn.speaker_uid IN $people)
  AND $session_from <= turn.session_id <= $session_to
  AND $said_from <= turn.said_at <= $said_to
RETURN turn.uid AS uid,
       turn.conversation_id AS conversation_id,
       turn.session_id AS session_id,
       turn.dia_id AS dia_id,
       turn.position AS position,
       turn.speaker AS speaker,
       turn.speaker_uid AS speaker_uid,
       turn.text AS text,
       turn.caption AS caption,
       toString(turn.said_at) AS said_at,
       turn.zone AS zone
