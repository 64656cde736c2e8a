// name: evidence_turns
// returns: many
// What the nodes about to be written copy from their turns.
UNWIND $uids AS uid
MATCH (turn:Turn {uid: uid})
RETURN turn.uid AS uid,
       turn.dia_id AS dia_id,
       turn.position AS position,
       turn.speaker_uid AS speaker_uid,
       turn.text AS text,
       turn.caption AS caption,
       toString(turn.said_at) AS said_at
