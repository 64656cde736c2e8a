// name: standing_vectors
// returns: many
// The entities of the upper layers that have a vector, with the digest of the text that it is of.
UNWIND ['conversation', 'person'] AS layer
MATCH (entity:Entity {space: $space, layer: layer})
WHERE entity.embedding IS NOT NULL
RETURN entity.uid AS uid,
       entity.profile_digest AS profile_digest
