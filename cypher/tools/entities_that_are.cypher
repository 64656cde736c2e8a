// name: entities_that_are
// returns: many
// The session-layer entities in which these people are spoken of.
UNWIND $uids AS uid
MATCH (:Person {uid: uid})<-[:IS_PERSON]-(:Entity)<-[:RECONCILED_INTO*1..4]-(entity:Entity)
WHERE entity.space = $space AND entity.layer = 'session'
RETURN DISTINCT entity.uid AS uid
