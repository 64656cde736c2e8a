// name: conversation_people
// returns: many
// Who takes part in each of these conversations.
UNWIND $uids AS uid
MATCH (conversation:Conversation {uid: uid})
WHERE conversation.space = $space
MATCH (person:Person)-[:PARTICIPATED_IN]->(conversation)
WITH conversation, person
ORDER BY person.uid
RETURN conversation.conversation_id AS conversation_id, collect(person.uid) AS people
