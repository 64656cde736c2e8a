// name: entities_to_embed
// returns: many
// A page of entities of every space that have a profile, in a fixed order, for encoding again with
// another model.
MATCH (entity:Entity)
WHERE entity.uid > $after AND entity.profile_text IS NOT NULL
RETURN entity.uid AS uid, entity.profile_text AS content
ORDER BY uid
LIMIT $limit
