// name: statements_of_conversations
// returns: many
// The roles and answers of conversations, and the entities of their sessions.
UNWIND $conversation_ids AS conversation_id
CALL (conversation_id) {
  MATCH (node:Answer {space: $space, conversation_id: conversation_id})
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Role {space: $space, conversation_id: conversation_id})
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Entity {space: $space, conversation_id: conversation_id, layer: 'session'})
  RETURN node.uid AS uid
}
RETURN uid
