// name: session_turns
// returns: many
// The turns of sessions of one conversation with their vectors, in order.
CYPHER 25
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})-[:HAS_TURN]->(turn:Turn)
RETURN turn.uid AS uid,
       turn.session_id AS session_id,
       turn.dia_id AS dia_id,
       turn.speaker AS speaker,
       turn.speaker_uid AS speaker_uid,
       turn.text AS text,
       turn.caption AS caption,
       turn.said_at AS said_at,
       vector(turn.embedding, size(turn.embedding), FLOAT32) AS embedding
ORDER BY session_id, turn.position
