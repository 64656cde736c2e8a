// name: create_entity_vector_index
// returns: none
// The semantic entry point to entities, by the profiles of their upper layers.
CYPHER 25
CREATE VECTOR INDEX entity_vector IF NOT EXISTS
FOR (entity:Entity) ON entity.embedding
WITH [entity.space, entity.layer, entity.conversation_id, entity.owner_uid]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
