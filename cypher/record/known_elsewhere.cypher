// name: known_elsewhere
// returns: many
// Which of these turn ids the conversation already holds in another session.
UNWIND $turns AS row
MATCH (turn:Turn {uid: row.uid})
WHERE turn.session_id <> row.session_id
RETURN turn.dia_id AS dia_id, turn.session_id AS session_id
