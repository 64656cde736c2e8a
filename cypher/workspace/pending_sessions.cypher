// name: pending_sessions
// returns: many
// The sessions of a space that wait for extraction, by conversation and in time. One that is
// extracted already waits only for the layers to be brought up to date.
MATCH (session:Session)
USING INDEX SEEK session:Session(space, waiting_since)
WHERE session.space = $space
  AND session.waiting_since IS NOT NULL
RETURN session.conversation_id AS conversation_id,
       session.session_id AS session_id,
       session.revision AS revision,
       coalesce(session.extracted_revision = session.revision, false) AS extracted,
       coalesce(session.attempts, 0) AS attempts
ORDER BY conversation_id, session.started_at, session_id
