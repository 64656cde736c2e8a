// name: portrait_inputs
// returns: many
// What a portrait of these people or entities is made from: the statements about them or whose
// role they bear, and those that name one of $named; each with what may change of it, and with what
// replaces, corrects or repeats it. Only what was said from one moment to another, in the
// conversations and the session given (null: all); it may begin later.
CALL () {
  UNWIND $about AS uid
  MATCH (:Person {uid: uid})<-[:SUBJECT]-(statement:Statement)
  RETURN statement
  UNION
  UNWIND $about AS uid
  MATCH (:Entity {uid: uid})<-[:SUBJECT]-(statement:Statement)
  RETURN statement
  UNION
  UNWIND $about AS uid
  MATCH (:Entity {uid: uid})-[:HAS_ROLE]->(statement:Role)
  RETURN statement
  UNION
  UNWIND $named AS uid
  MATCH (:Entity {uid: uid})<-[:NAMES]-(statement:Statement)
  RETURN statement
}
WITH statement
WHERE NOT statement:Question AND statement.space = $space
  AND $since <= statement.said_at <= $until
  AND ($conversation_ids IS NULL OR statement.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR statement.session_id = $session)
CALL (statement) {
  // Answers alone are linked: a role is told by the answer of its turn that has its words.
  OPTIONAL MATCH (statement)-[:EVIDENCED_BY]->(:Turn)<-[:EVIDENCED_BY]-(answer:Answer)
  WHERE statement:Role AND answer.text = statement.text
  WITH collect(DISTINCT answer) + [statement] AS told
  UNWIND told AS one
  OPTIONAL MATCH (one)<-[link:SUPERSEDES|CORRECTS|SUPPORTS]-(later:Answer)
  WHERE $since <= later.said_at <= $until
    AND ($conversation_ids IS NULL OR later.conversation_id IN $conversation_ids)
    AND ($session IS NULL OR later.session_id = $session)
  WITH DISTINCT later, type(link) AS kind
  ORDER BY later.uid, kind
  RETURN [item IN collect([kind, later.uid]) WHERE item[1] IS NOT NULL] AS links
}
RETURN statement.uid AS uid,
       [
         statement.text,
         statement.kind,
         statement.network,
         statement.polarity,
         statement.modality,
         statement.predicate,
         statement.object,
         toString(statement.said_at),
         statement.speaker_uid,
         toString(statement.worth)
       ] AS content,
       statement.statement_turns AS turns,
       statement.precision IS NOT NULL AS dated,
       toString(statement.valid_from) AS valid_from,
       toString(statement.valid_to) AS valid_to,
       links
ORDER BY uid
