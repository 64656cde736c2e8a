// name: shrink_sessions
// returns: none
// Sessions that have lost turns or whose people have changed: their bounds, and what is read again.
// One that was never extracted goes on as it was; one that is empty waits for nobody.
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
SET session.revision = session.revision + 1,
    session.attempts = null,
    session.failure = null,
    session.retry_at = null
SET session.waiting_since = CASE
      WHEN row.empty THEN null
      WHEN session.extracted_revision IS NULL THEN session.waiting_since
      ELSE coalesce(session.waiting_since, datetime())
    END,
    session.told_at = CASE
      WHEN row.empty THEN null
      WHEN session.extracted_revision IS NULL THEN session.told_at
      ELSE coalesce(session.told_at, session.recorded_at)
    END
WITH session, row
WHERE row.last_turn_uid IS NOT NULL
SET session.last_turn_uid = row.last_turn_uid, session.started_at = row.started_at
