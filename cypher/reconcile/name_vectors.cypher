// name: name_vectors
// returns: many
// The vectors of names that conversations use, each kept on one of the entities of that name.
UNWIND $conversation_ids AS conversation_id
MATCH (entity:Entity {space: $space, conversation_id: conversation_id, layer: 'session'})
WHERE entity.embedded_name IS NOT NULL
RETURN entity.embedded_name AS name, entity.name_embedding AS vector
