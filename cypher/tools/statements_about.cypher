// name: statements_about
// returns: many
// The statements of which these people or entities are the subject, bear the role, or are named.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (:Entity {uid: uid})<-[:SUBJECT|NAMES]-(statement:Statement)
  RETURN statement
  UNION
  MATCH (:Entity {uid: uid})-[:HAS_ROLE]->(statement:Role)
  RETURN statement
  UNION
  MATCH (:Person {uid: uid})<-[:SUBJECT|NAMES]-(statement:Statement)
  RETURN statement
}
RETURN DISTINCT statement.uid AS uid
