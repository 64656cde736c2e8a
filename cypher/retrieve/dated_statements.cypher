// name: dated_statements
// returns: many
// The times that the answers of these turns tell of.
UNWIND $turns AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (turn)<-[evidence:EVIDENCED_BY]-(answer:Answer)
WHERE evidence.part = 'statement'
  AND answer.precision IS NOT NULL
RETURN DISTINCT uid,
       toString(answer.valid_from) AS valid_from,
       toString(answer.valid_to) AS valid_to
