// name: conversation_sessions
// returns: many
// The sessions of one conversation, in time.
MATCH (:Conversation {uid: $conversation_uid})-[:HAS_SESSION]->(session:Session)
RETURN session.session_id AS session_id
ORDER BY session.started_at, session_id
