// name: participants
// returns: many
// Who takes part in the conversations of a space; with ids given, only of those conversations.
MATCH (conversation:Conversation {space: $space})
WHERE $conversation_ids IS NULL OR conversation.conversation_id IN $conversation_ids
MATCH (person:Person)-[:PARTICIPATED_IN]->(conversation)
WITH person, conversation
ORDER BY conversation.conversation_id
WITH person, collect(conversation.conversation_id) AS conversation_ids
RETURN person.uid AS uid,
       person.name AS name,
       person.names AS names,
       person.person_id AS person_id,
       conversation_ids
ORDER BY name, conversation_ids[0], uid
