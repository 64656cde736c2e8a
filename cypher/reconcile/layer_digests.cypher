// name: layer_digests
// returns: many
// What stands in the upper layers of a space: whether it or its profile has to be written again.
UNWIND ['conversation', 'person'] AS layer
MATCH (entity:Entity {space: $space, layer: layer})
RETURN entity.uid AS uid, entity.digest AS digest, entity.profile_digest AS profile_digest
