// name: entities_below
// returns: many
// The session-layer entities that stand in these of the upper layers.
UNWIND $uids AS uid
MATCH (:Entity {uid: uid})<-[:RECONCILED_INTO*1..4]-(entity:Entity)
WHERE entity.space = $space AND entity.layer = 'session'
RETURN DISTINCT entity.uid AS uid
