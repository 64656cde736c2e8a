// name: statements_to_link
// returns: many
// The answers and roles of these sessions, and those that are about these entities and people or
// name them, or that these people stated.
CALL () {
  UNWIND $session_uids AS uid
  MATCH (:Session {uid: uid})-[:HAS_CHUNK]->(:Chunk)-[:GAVE]->(statement:Answer|Role)
  RETURN statement
  UNION
  UNWIND $uids AS uid
  MATCH (:Entity {uid: uid})<-[:SUBJECT|NAMES]-(statement:Answer|Role)
  RETURN statement
  UNION
  UNWIND $uids AS uid
  MATCH (:Person {uid: uid})<-[:SUBJECT|NAMES|STATED_BY]-(statement:Answer|Role)
  RETURN statement
}
WITH DISTINCT statement
WHERE statement.space = $space
RETURN statement.uid AS uid
ORDER BY uid
