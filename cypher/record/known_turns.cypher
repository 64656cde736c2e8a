// name: known_turns
// returns: many
// What is already recorded of these sessions, in order.
MATCH (conversation:Conversation {uid: $conversation_uid})-[:HAS_SESSION]->(session:Session)
WHERE session.session_id IN $session_ids
MATCH (session)-[:HAS_TURN]->(turn:Turn)
RETURN session.session_id AS session_id,
       turn.dia_id AS dia_id,
       turn.digest AS digest,
       turn.position AS position,
       turn.said_at AS said_at,
       turn.zone AS zone
ORDER BY session_id, position
