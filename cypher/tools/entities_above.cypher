// name: entities_above
// returns: many
// The entities of the upper layers in which these session-layer ones stand.
UNWIND $uids AS uid
MATCH (:Entity {uid: uid})-[:RECONCILED_INTO*1..4]->(above:Entity)
WHERE above.space = $space AND above.layer <> 'session'
RETURN DISTINCT above.uid AS uid
