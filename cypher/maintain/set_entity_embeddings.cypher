// name: set_entity_embeddings
// returns: none
// Replaces the vectors of these entities.
UNWIND $rows AS row
MATCH (entity:Entity {uid: row.uid})
CALL db.create.setNodeVectorProperty(entity, 'embedding', row.embedding)
