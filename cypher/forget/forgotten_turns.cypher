// name: forgotten_turns
// returns: many
// Which of these turns were forgotten, and when.
UNWIND $turn_uids AS uid
MATCH (mark:ForgottenTurn {uid: uid})
WHERE mark.space = $space
RETURN uid, mark.recorded_at AS at
