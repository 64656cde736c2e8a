// name: entity_keys
// returns: many
// The session-layer entities of a space, with the uid that outlives them.
MATCH (entity:Entity {space: $space, layer: 'session'})
RETURN entity.uid AS uid, entity.key_uid AS key_uid
