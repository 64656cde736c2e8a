// name: tell_waiting_sessions
// returns: none
// Sessions that wait from before this was kept count as told something when they began to wait.
MATCH (session:Session)
WHERE session.waiting_since IS NOT NULL
SET session.told_at = coalesce(session.told_at, session.waiting_since)
