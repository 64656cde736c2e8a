// name: standing_sketches
// returns: many
// What the conversations of a space show of those who take part.
MATCH (conversation:Conversation {space: $space})<-[link:PARTICIPATED_IN]-(person:Person)
WHERE link.sketch IS NOT NULL
RETURN person.uid AS person_uid,
       conversation.conversation_id AS conversation_id,
       link.sketch AS sketch
