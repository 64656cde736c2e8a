// name: turns_of_session
// returns: many
// The turns of one session in order, a part of them.
MATCH (session:Session {uid: $session_uid})-[:HAS_TURN]->(turn:Turn)
WHERE session.space = $space
WITH turn
ORDER BY turn.position, turn.uid
SKIP $offset
LIMIT $limit
RETURN turn.conversation_id AS conversation_id,
       turn.dia_id AS dia_id,
       turn.speaker AS speaker,
       turn.speaker_uid AS speaker_uid,
       turn.said_at AS said_at,
       turn.zone AS zone,
       turn.text AS text,
       turn.caption AS caption
ORDER BY turn.position, turn.uid
