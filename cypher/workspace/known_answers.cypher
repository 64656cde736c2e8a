// name: known_answers
// returns: many
// The answers of a space, or only those named.
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
RETURN answer.uid AS uid,
       answer.conversation_id AS conversation_id,
       answer.session_id AS session_id,
       answer.speaker_uid AS speaker_uid,
       answer.subject_uid AS subject_uid,
       answer.text AS text,
       answer.predicate AS predicate,
       answer.object AS object,
       answer.kind AS kind,
       answer.network AS network,
       answer.polarity AS polarity,
       answer.modality AS modality,
       CASE WHEN answer.precision IS NOT NULL
         THEN [toString(answer.valid_from), toString(answer.valid_to), answer.precision]
       END AS interval,
       toString(answer.said_at) AS said_at,
       answer.statement_turns AS turn_ids,
       answer.quote AS quote,
       answer.named_uids AS names,
       answer.confidence AS confidence
