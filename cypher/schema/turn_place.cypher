// name: create_turn_place_index
// returns: none
// Finds a turn as people name it: space, conversation, dia_id.
CREATE INDEX turn_place IF NOT EXISTS
FOR (turn:Turn) ON (turn.space, turn.conversation_id, turn.dia_id)
