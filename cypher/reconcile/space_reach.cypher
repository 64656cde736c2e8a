// name: space_reach
// returns: one
// Everything of a space that a plan of the whole of it decides about.
CALL () {
  MATCH (conversation:Conversation {space: $space})
  RETURN collect(conversation.conversation_id) AS conversations
}
CALL () {
  MATCH (entity:Entity {space: $space, layer: 'conversation'})
  RETURN collect(entity.uid) AS entities
}
CALL () {
  MATCH (entity:Entity {space: $space, layer: 'person'})
  RETURN collect(entity.uid) AS above
}
CALL () {
  MATCH (person:Person {space: $space})
  RETURN collect(person.uid) AS people
}
CALL () {
  MATCH (decision:Decision {space: $space})
  WHERE decision.in_force AND decision.decided_by <> 'person'
  RETURN collect(decision.uid) AS decisions
}
RETURN conversations, entities, above, people, decisions
