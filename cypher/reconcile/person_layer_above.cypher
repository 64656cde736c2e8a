// name: person_layer_above
// returns: many
// The entities of the person layer in which these of the conversation layer stand.
UNWIND $uids AS uid
MATCH (:Entity {uid: uid})-[:RECONCILED_INTO]->(above:Entity {layer: 'person'})
WHERE above.space = $space
RETURN DISTINCT above.uid AS uid
