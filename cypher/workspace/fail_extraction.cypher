// name: fail_extraction
// returns: none
// Keeps why a session could not be extracted; with every failure it is tried again later, up to a
// bound.
MATCH (session:Session {uid: $session_uid})
WITH session, $seconds * $factor ^ (coalesce(session.attempts, 1) - 1) AS pause
SET session.failure = $failure,
    session.retry_at = datetime() + duration({
      seconds: toInteger(CASE WHEN pause < $most THEN pause ELSE $most END)
    })
