// name: statements_on_topic
// returns: many
// What these people say, or what is said of them, on a topic: a thing, words, or a slot's
// predicates; as far as it was said from one moment to another and had begun by then, in the
// conversations and the session given (null: all). Without words `lucene` is empty.
CALL () {
  UNWIND $entities AS uid
  MATCH (:Entity {uid: uid})<-[:SUBJECT|NAMES]-(statement:Statement)
  RETURN statement
  UNION
  UNWIND $entities AS uid
  MATCH (:Entity {uid: uid})-[:HAS_ROLE]->(statement:Role)
  RETURN statement
  UNION
  UNWIND $people AS uid
  MATCH (:Person {uid: uid})<-[:SUBJECT]-(statement:Answer)
  WHERE statement.predicate IN $predicates
  RETURN statement
  UNION
  UNWIND CASE WHEN $lucene = '' THEN [] ELSE [$lucene] END AS asked
  CALL db.index.fulltext.queryNodes('answer_text', asked) YIELD node AS statement
  RETURN statement
}
WITH DISTINCT statement
WHERE statement.space = $space
  AND (statement.subject_uid IN $people OR statement.speaker_uid IN $people)
  AND $since <= statement.said_at <= $until AND statement.valid_from <= $until
  AND ($conversation_ids IS NULL OR statement.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR statement.session_id = $session)
RETURN statement.uid AS uid
