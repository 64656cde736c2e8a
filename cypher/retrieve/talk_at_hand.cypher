// name: talk_at_hand
// returns: many
// The last turns of the conversation at hand, latest first.
MATCH (turn:Turn {space: $space, conversation_id: $conversation})
WHERE $said_from <= turn.said_at <= $said_to
RETURN turn.uid AS uid
ORDER BY turn.said_at DESC, turn.position DESC, turn.uid
LIMIT $limit
