// name: entities
// returns: many
// The entities of a space as wholes, those of most facts first: all, or only those of a
// conversation, of these owners, of a type, or with a text in a name (each null: any).
MATCH (entity:Entity {space: $space})
WHERE entity.layer <> 'session'
  AND NOT EXISTS { (entity)-[:RECONCILED_INTO]->(:Entity) }
  AND ($type IS NULL OR entity.type = $type)
  AND ($owners IS NULL OR any(owner IN entity.owner_uids WHERE owner IN $owners))
  AND ($named IS NULL
       OR any(name IN [entity.name] + entity.aliases WHERE toLower(name) CONTAINS toLower($named)))
CALL (entity) {
  MATCH (entity)<-[:RECONCILED_INTO*0..4]-(part:Entity)
  WHERE part.conversation_id IS NOT NULL
  RETURN collect(DISTINCT part.conversation_id) AS conversation_ids
}
WITH entity, conversation_ids
WHERE $conversation IS NULL OR $conversation IN conversation_ids
ORDER BY size(entity.profile) DESC, toLower(entity.name), entity.uid
SKIP $offset
LIMIT $limit
CALL (entity) {
  UNWIND entity.owner_uids AS uid
  MATCH (owner:Person {uid: uid})
  RETURN collect(DISTINCT owner.name) AS owners
}
RETURN entity.uid AS uid,
       entity.name AS name,
       entity.type AS type,
       entity.layer AS layer,
       entity.aliases AS aliases,
       entity.owner_uids AS owner_uids,
       size(entity.profile) AS facts,
       owners,
       conversation_ids
