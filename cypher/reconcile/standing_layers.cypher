// name: standing_layers
// returns: many
// What stands of the layers of these conversations, and these entities, with digests; none of the
// profile where there is no vector of it.
CALL () {
  UNWIND $conversation_ids AS conversation_id
  MATCH (entity:Entity {space: $space, conversation_id: conversation_id, layer: 'conversation'})
  RETURN entity
  UNION
  UNWIND $uids AS uid
  MATCH (entity:Entity {uid: uid})
  WHERE entity.space = $space AND entity.layer <> 'session'
  RETURN entity
}
RETURN entity.uid AS uid,
       entity.digest AS digest,
       CASE WHEN entity.embedding IS NOT NULL THEN entity.profile_digest END AS profile_digest
