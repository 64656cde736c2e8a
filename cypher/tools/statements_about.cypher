// name: statements_about
// returns: many
// The statements of which these people or entities are the subject, bear the role, or are named:
// only what was said from one moment to another and had begun by then, in the conversations and
// the session given (null: all).
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
WITH DISTINCT statement
WHERE statement.space = $space
  AND $since <= statement.said_at <= $until AND statement.valid_from <= $until
  AND ($conversation_ids IS NULL OR statement.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR statement.session_id = $session)
RETURN statement.uid AS uid
