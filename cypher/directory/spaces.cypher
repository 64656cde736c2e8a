// name: spaces
// returns: many
// Every space of the database with its conversations counted; for the database's owner alone.
MATCH (conversation:Conversation)
RETURN conversation.space AS space, count(*) AS conversations
ORDER BY space
