// name: turns_by_uid
// returns: many
// These turns of a space as they were said, in time.
UNWIND $uids AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
RETURN turn.conversation_id AS conversation_id,
       turn.dia_id AS dia_id,
       turn.speaker AS speaker,
       turn.text AS text,
       turn.caption AS caption,
       turn.said_at AS said_at
ORDER BY turn.said_at, turn.uid
