// name: turn_places
// returns: many
// What people call these turns: conversation and dia_id.
UNWIND $turns AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
RETURN uid, turn.conversation_id AS conversation_id, turn.dia_id AS dia_id
