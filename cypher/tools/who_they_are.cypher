// name: who_they_are
// returns: many
// Which of these entities are a person who talks, and who.
UNWIND $uids AS uid
MATCH (:Entity {uid: uid})-[:IS_PERSON]->(person:Person)
WHERE person.space = $space
RETURN uid AS entity, person.uid AS person
