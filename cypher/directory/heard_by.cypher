// name: heard_by
// returns: many
// The conversations in which one of these people took part, or whoever is the same human.
MATCH (person:Person {space: $space})
WHERE person.uid IN $uids
MATCH (person)-[:SAME_PERSON_AS*0..1]->(human:Person)<-[:SAME_PERSON_AS*0..1]-(same:Person)
WHERE same.space = $space
MATCH (same)-[:PARTICIPATED_IN]->(conversation:Conversation)
RETURN DISTINCT conversation.conversation_id AS conversation_id
ORDER BY conversation_id
