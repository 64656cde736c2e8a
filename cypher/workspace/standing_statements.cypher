// name: standing_statements
// returns: many
// Which of these statements another chunk has given already, also those that are taken back.
UNWIND $uids AS uid
MATCH (statement:Statement|Retracted {uid: uid})
RETURN statement.uid AS uid
