// name: oldest_pending_session
// returns: optional
// The session of a space that has waited longest for a look since it was told something, and may be
// tried now.
MATCH (session:Session)
USING INDEX SEEK session:Session(space, told_at)
WHERE session.space = $space
  AND session.told_at IS NOT NULL
  AND coalesce(session.retry_at <= datetime(), true)
WITH session
ORDER BY session.space, session.told_at
LIMIT 1
RETURN session.conversation_id AS conversation_id,
       session.session_id AS session_id,
       session.revision AS revision,
       coalesce(session.extracted_revision = session.revision, false) AS extracted,
       coalesce(session.attempts, 0) AS attempts,
       COUNT { (session)-[:HAS_TURN]->() } AS turns
