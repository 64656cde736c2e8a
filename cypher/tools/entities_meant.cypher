// name: entities_meant
// returns: many
// The session-layer entities that one of these uids means: their own, the one that outlives them,
// or one of a layer above.
CALL () {
  UNWIND $uids AS uid
  MATCH (entity:Entity {uid: uid})
  USING INDEX entity:Entity(uid)
  WHERE entity.space = $space AND entity.layer = 'session'
  RETURN entity
  UNION
  UNWIND $uids AS uid
  MATCH (entity:Entity {key_uid: uid})
  USING INDEX entity:Entity(key_uid)
  WHERE entity.space = $space
  RETURN entity
  UNION
  UNWIND $uids AS uid
  MATCH (above:Entity {uid: uid})
  USING INDEX above:Entity(uid)
  WHERE above.space = $space
  MATCH (above)<-[:RECONCILED_INTO*1..4]-(entity:Entity)
  WHERE entity.layer = 'session'
  RETURN entity
}
RETURN entity.uid AS uid
