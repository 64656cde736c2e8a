// name: extracted_sessions
// returns: many
// Sessions of these conversations that wait to be read again, having been extracted before.
UNWIND $places AS uid
MATCH (conversation:Conversation {uid: uid})
WHERE conversation.space = $space
MATCH (conversation)-[:HAS_SESSION]->(session:Session)
WHERE session.extracted_revision IS NOT NULL
  AND session.waiting_since IS NOT NULL
RETURN session.conversation_id AS conversation_id, session.session_id AS session_id
ORDER BY conversation_id, session_id
