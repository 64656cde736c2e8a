// name: conversation_people
// returns: many
// Who takes part in each of these conversations, and has not left it by what was forgotten.
UNWIND $uids AS uid
MATCH (conversation:Conversation {uid: uid})
WHERE conversation.space = $space
MATCH (person:Person)-[link:PARTICIPATED_IN]->(conversation)
WHERE link.left IS NULL
WITH conversation, person
ORDER BY person.uid
RETURN conversation.conversation_id AS conversation_id, collect(person.uid) AS people
