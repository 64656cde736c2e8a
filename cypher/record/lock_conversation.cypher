// name: lock_conversation
// returns: one
// Makes sure that the conversation exists and holds its write lock, so that two clients that
// record into it take turns; and tells which model's vectors the database takes.
MATCH (mark:GraphMem {uid: 'graphmem'})
MERGE (conversation:Conversation {uid: $conversation_uid})
  ON CREATE SET conversation.space = $space,
                conversation.conversation_id = $conversation_id,
                conversation.source = $source,
                conversation.recorded_at = datetime()
SET conversation.space = $space
RETURN mark.schema_version AS schema_version,
       mark.embedding_model AS embedding_model,
       mark.embedding_dimension AS embedding_dimension
