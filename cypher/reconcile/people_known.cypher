// name: people_known
// returns: many
// People with all of their conversations.
UNWIND $uids AS uid
MATCH (person:Person {uid: uid})
WHERE person.space = $space
MATCH (person)-[:PARTICIPATED_IN]->(conversation:Conversation)
RETURN person.uid AS uid,
       person.name AS name,
       person.names AS names,
       person.person_id AS person_id,
       collect(conversation.conversation_id) AS conversation_ids
