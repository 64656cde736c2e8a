// name: dated_statements
// returns: many
// The times that the answers of these turns tell of, of what was said in the scope's time.
UNWIND $turns AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (turn)<-[evidence:EVIDENCED_BY]-(answer:Answer)
WHERE evidence.part = 'statement'
  AND answer.precision IS NOT NULL
  AND answer.space = $space
  AND $said_from <= answer.said_at <= $said_to
RETURN DISTINCT uid,
       toString(answer.valid_from) AS valid_from,
       toString(answer.valid_to) AS valid_to
