// name: sides_of_conversation
// returns: one
// Whom and what decisions may be about in a conversation: people, and things by uid and key.
CALL () {
  MATCH (person:Person)-[:PARTICIPATED_IN]->(:Conversation {uid: $conversation_uid})
  WHERE person.space = $space
  RETURN collect(person.uid) AS people
}
CALL () {
  MATCH (entity:Entity {space: $space, conversation_id: $conversation_id})
  RETURN collect(entity.uid) AS entities, collect(DISTINCT entity.key_uid) AS keys
}
RETURN people, entities, keys
