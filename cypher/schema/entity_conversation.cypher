// name: create_entity_conversation_index
// returns: none
// Finds the entities of a conversation, those of each layer apart.
CREATE INDEX entity_conversation IF NOT EXISTS
FOR (entity:Entity) ON (entity.space, entity.conversation_id, entity.layer)
