// name: layer_of_conversations
// returns: many
// The conversation layer of these conversations.
UNWIND $conversation_ids AS conversation_id
MATCH (entity:Entity {space: $space, conversation_id: conversation_id, layer: 'conversation'})
RETURN entity.uid AS uid
