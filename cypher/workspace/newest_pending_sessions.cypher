// name: newest_pending_sessions
// returns: many
// The sessions of a space that wait for extraction and may be tried now, those first that were told
// something last, at most so many. One that is extracted already waits only for the layers to be
// brought up to date.
MATCH (session:Session)
USING INDEX SEEK session:Session(space, told_at)
WHERE session.space = $space
  AND session.told_at IS NOT NULL
  AND coalesce(session.retry_at <= datetime(), true)
WITH session
// The index's whole order, so that it reads no more than is taken.
ORDER BY session.space DESC, session.told_at DESC
LIMIT $most
RETURN session.conversation_id AS conversation_id,
       session.session_id AS session_id,
       session.revision AS revision,
       coalesce(session.extracted_revision = session.revision, false) AS extracted,
       coalesce(session.attempts, 0) AS attempts,
       COUNT { (session)-[:HAS_TURN]->() } AS turns
