// name: create_turn_waiting_index
// returns: none
// Finds the turns that wait for extraction; it holds no others.
CREATE INDEX turn_waiting IF NOT EXISTS
FOR (turn:Turn) ON (turn.space, turn.conversation_id, turn.waiting_since)
