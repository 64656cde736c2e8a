// name: answers_of_turns
// returns: one
// The answers that one of these turns states, as far as the scope holds them. Null for
// conversations and people means all of them. One row, in the order of the words of each turn;
// beside each answer what its subject is called where that is a person who is spoken of.
UNWIND $turn_uids AS turn_uid
MATCH (turn:Turn {uid: turn_uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (turn)<-[evidence:EVIDENCED_BY]-(answer:Answer)
WHERE evidence.part = 'statement'
  AND answer.space = $space
  AND ($conversations IS NULL OR answer.conversation_id IN $conversations)
  AND ($people IS NULL OR answer.speaker_uid IN $people)
  AND $session_from <= answer.session_id <= $session_to
  AND $said_from <= answer.said_at <= $said_to
WITH turn.uid AS turn_uid, answer, min(evidence.quote_start) AS start
WITH turn_uid, answer, start,
     head([(answer)-[:SUBJECT]->(one:Entity {type: 'person'}) | one]) AS spoken
ORDER BY turn_uid, start, answer.uid
WITH turn_uid,
     collect([
       answer.uid,
       answer.conversation_id,
       answer.session_id,
       answer.speaker_uid,
       answer.subject_uid,
       answer.text,
       answer.predicate,
       answer.object,
       answer.kind,
       answer.network,
       answer.polarity,
       answer.modality,
       CASE WHEN answer.precision IS NOT NULL
         THEN [toString(answer.valid_from), toString(answer.valid_to), answer.precision]
       END,
       toString(answer.said_at),
       answer.statement_turns,
       answer.quote,
       answer.named_uids,
       answer.confidence,
       answer.worth,
       reduce(called = coalesce(spoken.name, ''), one IN spoken.aliases | called + ' ' + one)
     ]) AS answers
RETURN collect([turn_uid, answers]) AS turns
