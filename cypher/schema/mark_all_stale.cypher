// name: mark_all_stale
// returns: none
// Every conversation of the database is to be planned anew.
MATCH (conversation:Conversation)
SET conversation.stale = true,
    conversation.changes = coalesce(conversation.changes, 0) + 1
