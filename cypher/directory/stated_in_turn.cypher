// name: stated_in_turn
// returns: many
// The answers and roles that a turn states, in the order of its words.
MATCH (turn:Turn {uid: $uid})
WHERE turn.space = $space
MATCH (statement:Statement)-[at:EVIDENCED_BY {part: 'statement'}]->(turn)
WHERE statement:Answer OR statement:Role
RETURN statement.uid AS uid, statement.text AS text, min(at.quote_start) AS place
ORDER BY place, uid
