// name: things_meant
// returns: many
// What session-layer entities are in the end: the Person that one of the entities above is, or else
// the last of these, or else themselves.
UNWIND $uids AS uid
MATCH path = (entity:Entity {uid: uid})-[:RECONCILED_INTO*0..4]->(above:Entity)
WHERE entity.space = $space
OPTIONAL MATCH (above)-[:IS_PERSON]->(person:Person)
WITH uid, length(path) AS height, above, person
ORDER BY uid, height
WITH uid, collect(person.uid) AS people, collect(above.uid) AS entities
RETURN uid, coalesce(people[0], entities[-1]) AS meant
