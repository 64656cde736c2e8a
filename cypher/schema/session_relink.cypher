// name: create_session_relink_index
// returns: none
// Finds the sessions of a space whose statements are yet to be linked.
CREATE INDEX session_relink IF NOT EXISTS
FOR (session:Session) ON (session.space, session.relink)
