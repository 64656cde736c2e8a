// name: session_exists
// returns: one
// Whether the conversation holds the session.
RETURN EXISTS {
  MATCH (:Session {uid: $session_uid})
} AS held
