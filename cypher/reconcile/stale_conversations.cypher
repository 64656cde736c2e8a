// name: stale_conversations
// returns: many
// Conversations that have changed since they were reconciled, so many at most, and these besides.
CALL () {
  MATCH (conversation:Conversation {space: $space, stale: true})
  USING INDEX SEEK conversation:Conversation(space, stale)
  RETURN conversation
  LIMIT $most
  UNION
  UNWIND $uids AS uid
  MATCH (conversation:Conversation {uid: uid})
  WHERE conversation.space = $space
  RETURN conversation
}
RETURN conversation.conversation_id AS conversation_id,
       coalesce(conversation.changes, 0) AS changes,
       conversation.uid IN $uids AS besides,
       COUNT { (conversation)-[:HAS_SESSION]->()-[:HAS_TURN]->() } AS turns
ORDER BY conversation_id
