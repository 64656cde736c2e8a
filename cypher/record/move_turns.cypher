// name: move_turns
// returns: none
// Gives recorded turns their place in a session that grew before or between them.
UNWIND $moves AS row
MATCH (turn:Turn {uid: row.uid})
SET turn.position = row.position
