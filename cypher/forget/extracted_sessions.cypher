// name: extracted_sessions
// returns: many
// Sessions of these conversations that wait to be read again, having been extracted before.
UNWIND $places AS uid
MATCH (:Conversation {uid: uid})-[:HAS_SESSION]->(session:Session)
WHERE session.space = $space
  AND session.extracted_revision IS NOT NULL
  AND session.waiting_since IS NOT NULL
RETURN session.conversation_id AS conversation_id, session.session_id AS session_id
ORDER BY conversation_id, session_id
