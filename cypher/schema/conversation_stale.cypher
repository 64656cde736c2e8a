// name: create_conversation_stale_index
// returns: none
// Finds the conversations that have changed since they were reconciled.
CREATE INDEX conversation_stale IF NOT EXISTS
FOR (conversation:Conversation) ON (conversation.space, conversation.stale)
