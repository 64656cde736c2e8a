// name: create_session_told_index
// returns: none
// Finds the sessions that wait for extraction by when they were told something last.
CREATE INDEX session_told IF NOT EXISTS
FOR (session:Session) ON (session.space, session.told_at)
