// name: create_entity_place_index
// returns: none
// Finds the entities of a layer, and among them those of one exact key.
CREATE INDEX entity_place IF NOT EXISTS
FOR (entity:Entity) ON (entity.space, entity.layer, entity.key)
