// name: forget_name_vectors
// returns: one
// Takes the vectors of some names away, which another model made; how many there were.
MATCH (entity:Entity)
WHERE entity.embedded_name IS NOT NULL
WITH entity
LIMIT $limit
REMOVE entity.embedded_name, entity.name_embedding
RETURN count(*) AS forgotten
