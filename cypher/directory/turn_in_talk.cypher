// name: turn_in_talk
// returns: many
// The first of these turns that the space holds, with its neighbours in the session, in order.
UNWIND $uids AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
WITH turn
ORDER BY turn.uid
LIMIT 1
MATCH (session:Session)-[:HAS_TURN]->(turn)
// Apart from the line above: one pattern would not go back over the same link, to the turn itself.
MATCH (session)-[:HAS_TURN]->(other:Turn)
WHERE turn.position - $around <= other.position <= turn.position + $around
RETURN other.position - turn.position AS distance,
       other.conversation_id AS conversation_id,
       other.session_id AS session_id,
       other.dia_id AS dia_id,
       other.speaker AS speaker,
       other.speaker_uid AS speaker_uid,
       other.said_at AS said_at,
       other.zone AS zone,
       other.text AS text,
       other.caption AS caption
ORDER BY distance, other.uid
