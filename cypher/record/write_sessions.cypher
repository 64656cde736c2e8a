// name: write_sessions
// returns: none
// The sessions that turns are written into; each starts when its earliest turn was said.
MATCH (conversation:Conversation {uid: $conversation_uid})
UNWIND $sessions AS row
MERGE (session:Session {uid: row.uid})
  ON CREATE SET session.space = $space,
                session.conversation_id = $conversation_id,
                session.session_id = row.session_id,
                session.started_at = row.started_at,
                session.recorded_at = datetime()
MERGE (conversation)-[:HAS_SESSION]->(session)
WITH session, row
WHERE row.started_at < session.started_at
SET session.started_at = row.started_at
