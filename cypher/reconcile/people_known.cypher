// name: people_known
// returns: many
// People with all of their conversations that they have not left by what was forgotten.
UNWIND $uids AS uid
MATCH (person:Person {uid: uid})
WHERE person.space = $space
MATCH (person)-[link:PARTICIPATED_IN]->(conversation:Conversation)
WHERE link.left IS NULL
RETURN person.uid AS uid,
       person.name AS name,
       person.names AS names,
       person.person_id AS person_id,
       collect(conversation.conversation_id) AS conversation_ids
