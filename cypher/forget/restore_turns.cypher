// name: restore_turns
// returns: none
// Lets turns that were forgotten be recorded again.
UNWIND $turn_uids AS uid
MATCH (mark:ForgottenTurn {uid: uid})
WHERE mark.space = $space
DELETE mark
