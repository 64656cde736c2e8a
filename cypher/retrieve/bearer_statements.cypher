// name: bearer_statements
// returns: one
// What is said of each of these people and session-layer entities, as far as the scope holds it:
// the nearest in meaning first, roles before answers. Null for conversations and people means all.
// In one row, since a client pays for every row.
UNWIND $bearers AS bearer
CALL (bearer) {
  MATCH (:Entity {uid: bearer})<-[:SUBJECT|NAMES]-(statement:Statement)
  RETURN statement
  UNION
  MATCH (:Entity {uid: bearer})-[:HAS_ROLE]->(statement:Role)
  RETURN statement
  UNION
  MATCH (:Person {uid: bearer})<-[:SUBJECT|NAMES]-(statement:Statement)
  RETURN statement
}
WITH bearer, statement
WHERE statement.space = $space
  AND (statement:Answer OR statement:Role)
  AND ($conversations IS NULL OR statement.conversation_id IN $conversations)
  AND ($people IS NULL OR statement.speaker_uid IN $people)
  AND $session_from <= statement.session_id <= $session_to
  AND $said_from <= statement.said_at <= $said_to
WITH bearer, statement,
     CASE WHEN statement.embedding IS NULL THEN null
       ELSE 2 * vector.similarity.cosine(statement.embedding, $vector) - 1 END AS cosine
ORDER BY bearer, coalesce(cosine, 1.0) DESC, statement.uid
WITH bearer, collect({statement: statement, cosine: cosine})[..$limit] AS nearest
UNWIND nearest AS near
WITH bearer, near.statement AS statement, near.cosine AS cosine
MATCH (statement)-[evidence:EVIDENCED_BY]->(turn:Turn)
WHERE evidence.part = 'statement'
WITH bearer, statement, cosine, min(turn.position) AS position
ORDER BY bearer, coalesce(cosine, 1.0) DESC, statement.uid
RETURN collect([bearer, statement.uid, cosine, position]) AS statements
