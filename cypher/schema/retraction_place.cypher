// name: create_retraction_place_index
// returns: none
// Finds what people took back of a conversation.
CREATE INDEX retraction_place IF NOT EXISTS
FOR (retraction:Retraction) ON (retraction.space, retraction.conversation_id)
