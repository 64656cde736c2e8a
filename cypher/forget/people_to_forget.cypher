// name: people_to_forget
// returns: one
// The names and conversations of these people, and the session-layer entities that are taken for
// them, with the conversations in which those stand.
CALL () {
  MATCH (person:Person)
  WHERE person.uid IN $people AND person.space = $space
  UNWIND person.names AS name
  RETURN collect(DISTINCT name) AS names
}
CALL () {
  MATCH (person:Person)
  WHERE person.uid IN $people AND person.space = $space
  MATCH (person)-[:PARTICIPATED_IN]->(conversation:Conversation)
  RETURN collect(DISTINCT conversation.conversation_id) AS places
}
CALL () {
  MATCH (person:Person)
  WHERE person.uid IN $people AND person.space = $space
  MATCH (person)<-[:IS_PERSON]-(:Entity)<-[:RECONCILED_INTO*0..4]-(entity:Entity {layer: 'session'})
  RETURN collect(DISTINCT entity.uid) AS entities,
         collect(DISTINCT entity.conversation_id) AS spoken_of
}
CALL () {
  MATCH (person:Person)
  WHERE person.uid IN $people AND person.space = $space
  MATCH (statement:Statement)-[:SUBJECT|NAMES|ABOUT]->(person)
  RETURN collect(DISTINCT statement.conversation_id) AS told_of
}
RETURN names, places, entities, spoken_of, told_of
