// name: create_answer_place_index
// returns: none
// Finds the answers of a conversation.
CREATE INDEX answer_place IF NOT EXISTS
FOR (answer:Answer) ON (answer.space, answer.conversation_id)
