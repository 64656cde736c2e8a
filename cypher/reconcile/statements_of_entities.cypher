// name: statements_of_entities
// returns: many
// The roles and answers of which these entities are the subject, bear the role, or are named.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (:Entity {uid: uid})<-[:SUBJECT|NAMES]-(statement:Role|Answer)
  RETURN statement
  UNION
  MATCH (:Entity {uid: uid})-[:HAS_ROLE]->(statement:Role)
  RETURN statement
}
WITH DISTINCT statement
WHERE statement.space = $space
RETURN statement.uid AS uid
