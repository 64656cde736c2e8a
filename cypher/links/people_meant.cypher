// name: people_meant
// returns: many
// People by uid, with who stands for their human where that is another.
UNWIND $uids AS uid
MATCH (person:Person {uid: uid})
WHERE person.space = $space
OPTIONAL MATCH (person)-[:SAME_PERSON_AS]->(human:Person)
RETURN person.uid AS uid,
       person.name AS name,
       person.names AS names,
       person.person_id AS person_id,
       human.uid AS human
