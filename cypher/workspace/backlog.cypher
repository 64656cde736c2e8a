// name: backlog
// returns: one
// What of a space waits for extraction, since when what has not failed yet, what failed, and the
// stage at which whoever holds the lease is.
CALL () {
  MATCH (turn:Turn)
  USING INDEX SEEK turn:Turn(space, conversation_id, waiting_since)
  WHERE turn.space = $space
    AND turn.conversation_id IS NOT NULL
    AND turn.waiting_since IS NOT NULL
  RETURN count(turn) AS turns
}
CALL () {
  MATCH (session:Session)
  USING INDEX SEEK session:Session(space, waiting_since)
  WHERE session.space = $space AND session.waiting_since IS NOT NULL
  WITH session
  ORDER BY session.waiting_since
  RETURN count(session) AS sessions,
         min(CASE WHEN session.failure IS NULL THEN session.waiting_since END) AS since,
         collect(CASE WHEN session.failure IS NOT NULL THEN {
           conversation_id: session.conversation_id,
           session_id: session.session_id,
           attempts: coalesce(session.attempts, 0),
           reason: session.failure,
           retry_at: session.retry_at,
           waiting_since: session.waiting_since
         } END) AS failed
}
OPTIONAL MATCH (lease:Lease {uid: $lease_uid})
WITH *, lease.expires_at > datetime.realtime() AS held
RETURN turns,
       sessions,
       since,
       failed,
       lease.failure AS failure,
       lease.retry_at AS retry_at,
       CASE WHEN held THEN lease.stage END AS stage,
       CASE WHEN held THEN lease.done END AS done,
       CASE WHEN held THEN lease.total END AS total,
       datetime.realtime() AS at
