// name: statements_of_turns
// returns: many
// The answers and roles whose first turn is that of one of these statements, themselves too.
UNWIND $uids AS uid
MATCH (statement:Statement {uid: uid})-[:EVIDENCED_BY]->(turn:Turn)
WHERE turn.dia_id = statement.statement_turns[0]
WITH DISTINCT turn
MATCH (turn)<-[:EVIDENCED_BY]-(beside:Answer|Role)
WHERE beside.statement_turns[0] = turn.dia_id
RETURN DISTINCT beside.uid AS uid
ORDER BY uid
