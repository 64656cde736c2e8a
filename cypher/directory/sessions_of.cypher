// name: sessions_of
// returns: many
// The sessions of one conversation of a space, in time, with their turns counted.
MATCH (conversation:Conversation {uid: $conversation_uid})-[:HAS_SESSION]->(session:Session)
WHERE conversation.space = $space
RETURN session.session_id AS session_id,
       session.started_at AS started_at,
       COUNT { (session)-[:HAS_TURN]->() } AS turns
ORDER BY started_at, session_id
