// name: known_answers
// returns: many
// The answers of a space, or only those named; 500 in a row, since a client pays for every row.
CALL () {
  WITH $uids AS uids
  WHERE uids IS NULL
  MATCH (answer:Answer {space: $space})
  RETURN answer
  UNION ALL
  UNWIND $uids AS uid
  MATCH (answer:Answer {uid: uid})
  USING INDEX answer:Answer(uid)
  WHERE answer.space = $space
  RETURN answer
}
WITH collect(answer) AS answers
UNWIND range(0, size(answers) - 1, 500) AS first
RETURN [
  answer IN answers[first..first + 500] |
  [
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
    answer.worth
  ]
] AS answers
