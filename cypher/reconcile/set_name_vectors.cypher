// name: set_name_vectors
// returns: none
// Keeps the vectors of names on entities that bear them.
UNWIND $rows AS row
MATCH (entity:Entity {uid: row.uid})
CALL db.create.setNodeVectorProperty(entity, 'name_embedding', row.vector)
SET entity.embedded_name = row.name
