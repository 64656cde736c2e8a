// name: sweep_people
// returns: none
// Whoever has left these conversations; and the people of them who have no turn left anywhere.
UNWIND $places AS uid
MATCH (conversation:Conversation {uid: uid})<-[link:PARTICIPATED_IN]-(person:Person)
WITH link, person, NOT EXISTS { (person)<-[:SPOKEN_BY]-() } AS gone
WHERE gone OR link.left
DELETE link
WITH DISTINCT person
WHERE NOT EXISTS { (person)<-[:SPOKEN_BY]-() }
  AND NOT EXISTS { (person)-[:PARTICIPATED_IN]->() }
DETACH DELETE person
