// name: conversations
// returns: many
// The conversations of a space with their people, sessions and turns counted.
MATCH (conversation:Conversation {space: $space})
OPTIONAL MATCH (conversation)-[:HAS_SESSION]->(session:Session)
OPTIONAL MATCH (session)-[:HAS_TURN]->(turn:Turn)
WITH conversation,
     count(DISTINCT session) AS sessions,
     count(turn) AS turns,
     min(turn.said_at) AS first_said_at,
     max(turn.said_at) AS last_said_at
CALL (conversation) {
  MATCH (person:Person)-[:PARTICIPATED_IN]->(conversation)
  WITH person.name AS name
  ORDER BY name
  RETURN collect(name) AS people
}
RETURN conversation.conversation_id AS conversation_id,
       conversation.source AS source,
       people, sessions, turns, first_said_at, last_said_at
ORDER BY conversation_id
