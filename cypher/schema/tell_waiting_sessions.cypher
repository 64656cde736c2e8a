// name: tell_waiting_sessions
// returns: none
// Sessions that wait from before this was kept count as told something when they began to wait.
MATCH (session:Session)
WHERE session.waiting_since IS NOT NULL
CALL (session) {
  SET session.told_at = coalesce(session.told_at, session.waiting_since)
} IN TRANSACTIONS OF 1000 ROWS
