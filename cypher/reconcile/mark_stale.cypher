// name: mark_stale
// returns: none
// Conversations whose layer is to be planned anew; how often they changed tells later changes apart.
UNWIND $uids AS uid
MATCH (conversation:Conversation {uid: uid})
SET conversation.stale = true,
    conversation.changes = coalesce(conversation.changes, 0) + 1
