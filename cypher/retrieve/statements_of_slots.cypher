// name: statements_of_slots
// returns: many
// The roles that these people have in what is theirs under one of the keys, and the answers about
// them by one of the predicates, as far as the scope holds them; each with the turns that state
// it. Who is spoken of elsewhere is looked up by name too. Null for conversations and people means
// all of them.
UNWIND $about AS uid
MATCH (person:Person {uid: uid})
USING INDEX person:Person(uid)
WHERE person.space = $space
CALL (person) {
  RETURN person AS subject
  UNION
  MATCH (person)<-[:IS_PERSON]-(:Entity)<-[:RECONCILED_INTO*1..4]-(entity:Entity)
  WHERE entity.layer = 'session'
  RETURN entity AS subject
}
CALL (subject) {
  MATCH (subject)<-[:SUBJECT]-(statement:Role)<-[:HAS_ROLE]-(owned:Entity)
  WHERE owned.key IN $keys
  RETURN statement
  UNION
  MATCH (subject)<-[:SUBJECT]-(statement:Answer)
  WHERE statement.predicate IN $predicates
  RETURN statement
}
WITH DISTINCT statement
WHERE statement.space = $space
  AND ($conversations IS NULL OR statement.conversation_id IN $conversations)
  AND ($people IS NULL OR statement.speaker_uid IN $people)
  AND $session_from <= statement.session_id <= $session_to
  AND $said_from <= statement.said_at <= $said_to
MATCH (statement)-[evidence:EVIDENCED_BY]->(turn:Turn)
WHERE evidence.part = 'statement'
RETURN DISTINCT statement.uid AS statement,
       turn.conversation_id AS conversation_id,
       turn.dia_id AS dia_id,
       turn.speaker AS speaker,
       turn.text AS text,
       turn.caption AS caption,
       turn.said_at AS said_at
ORDER BY statement, said_at, dia_id
