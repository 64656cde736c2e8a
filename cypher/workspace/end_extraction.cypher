// name: end_extraction
// returns: none
// Takes back the count of an attempt that ended in order without extracting these sessions.
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})
SET session.attempts = CASE WHEN session.attempts > 1 THEN session.attempts - 1 END
