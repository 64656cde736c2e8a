// name: humans
// returns: many
// Everybody who is one human with each of these, the canonical one included.
UNWIND $uids AS uid
MATCH (person:Person {uid: uid})
WHERE person.space = $space
OPTIONAL MATCH (person)-[:SAME_PERSON_AS]->(known:Person)
WITH uid, coalesce(known, person) AS canonical
OPTIONAL MATCH (other:Person)-[:SAME_PERSON_AS]->(canonical)
RETURN uid, canonical.uid AS canonical, collect(other.uid) AS others
