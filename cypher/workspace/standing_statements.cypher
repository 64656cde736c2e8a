// name: standing_statements
// returns: many
// Which of these statements another chunk has given already.
UNWIND $uids AS uid
MATCH (statement:Statement {uid: uid})
RETURN statement.uid AS uid
