// name: settle_conversations
// returns: none
// Conversations that are reconciled, unless they have changed again since they were read.
UNWIND $rows AS row
MATCH (conversation:Conversation {uid: row.uid})
WHERE coalesce(conversation.changes, 0) = row.changes
REMOVE conversation.stale
