// name: statements_of_slot
// returns: many
// The answers about these people that fill a slot by one of its predicates, as far as they were
// said from one moment to another and had begun by then, in the conversations and the session
// given (null: all).
UNWIND $people AS uid
MATCH (:Person {uid: uid})<-[:SUBJECT]-(statement:Answer)
WHERE statement.space = $space
  AND statement.predicate IN $predicates
  AND $since <= statement.said_at <= $until AND statement.valid_from <= $until
  AND ($conversation_ids IS NULL OR statement.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR statement.session_id = $session)
RETURN DISTINCT statement.uid AS uid
