// name: begin_extraction
// returns: none
// Counts an attempt at sessions before it is made: it may be what ends the process. Where it was
// the last of several that nobody lived to tell of, the next is put off and the reason kept.
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})
SET session.attempts = coalesce(session.attempts, 0) + 1
WITH session
WHERE session.attempts > $most
SET session.failure = $failure,
    session.retry_at = datetime() + duration({seconds: $seconds})
