// name: turns_of_statement
// returns: many
// The turns that state a statement.
MATCH (statement:Statement {uid: $uid})
WHERE statement.space = $space
MATCH (statement)-[:EVIDENCED_BY {part: 'statement'}]->(turn:Turn)
RETURN DISTINCT turn.uid AS uid, turn.conversation_id AS conversation_id
ORDER BY uid
