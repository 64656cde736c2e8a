// name: statements_set_aside
// returns: many
// What a retraction keeps aside.
MATCH (:Retraction {uid: $uid})-[:TAKES_BACK]->(statement:Retracted)
RETURN statement.uid AS uid, statement.stood_as AS stood_as, coalesce(statement.text, statement.name) AS text
ORDER BY uid
