// name: create_session_waiting_index
// returns: none
// Finds the sessions that wait for extraction; it holds no others.
CREATE INDEX session_waiting IF NOT EXISTS
FOR (session:Session) ON (session.space, session.waiting_since)
