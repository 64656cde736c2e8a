// name: archive_hold_conversations
// returns: none
// Holds the write locks of all conversations of a space until the transaction ends, so that nobody
// records into them meanwhile.
MATCH (conversation:Conversation)
USING INDEX conversation:Conversation(space)
WHERE conversation.space = $space
WITH conversation
ORDER BY conversation.uid
SET conversation.space = $space
