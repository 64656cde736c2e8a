// name: entities_below_all
// returns: many
// The session-layer entities that stand in these entities, or in those that are these people.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (:Entity {uid: uid})<-[:RECONCILED_INTO*1..4]-(entity:Entity {layer: 'session'})
  RETURN entity
  UNION
  MATCH (:Person {uid: uid})<-[:IS_PERSON]-(:Entity)<-[:RECONCILED_INTO*1..4]-
        (entity:Entity {layer: 'session'})
  RETURN entity
}
RETURN DISTINCT entity.uid AS uid
