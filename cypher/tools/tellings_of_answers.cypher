// name: tellings_of_answers
// returns: many
// Of each of these answers that is said more than once, all that say the same in sight, itself too,
// by when they were said: whatever links of what is said again lead to, step by step, by way of what
// is in sight. Only what was said from one moment to another, in the conversations and the session
// given (null: all).
UNWIND $uids AS uid
MATCH (answer:Answer {uid: uid})
USING INDEX answer:Answer(uid)
WHERE answer.space = $space AND EXISTS { (answer)-[:SUPPORTS]-() }
  AND $since <= answer.said_at <= $until
  AND ($conversation_ids IS NULL OR answer.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR answer.session_id = $session)
MATCH (answer)
  ((:Answer)-[:SUPPORTS]-(step:Answer)
    WHERE $since <= step.said_at <= $until
      AND ($conversation_ids IS NULL OR step.conversation_id IN $conversation_ids)
      AND ($session IS NULL OR step.session_id = $session)
  ){0,50}
  (one)
WITH DISTINCT uid, one
ORDER BY uid, one.said_at, one.conversation_id, one.statement_turns[0], one.uid
WITH uid,
     collect([
       one.uid,
       one.conversation_id,
       one.statement_turns[0],
       one.speaker_uid,
       toString(one.said_at)
     ]) AS tellings
WHERE size(tellings) > 1
RETURN uid, tellings
ORDER BY uid
