// name: conversations_between
// returns: many
// The conversations of a space in which something was said in a span of time.
MATCH (session:Session {space: $space})
WHERE session.started_at < $until
MATCH (session)-[:HAS_TURN]->(turn:Turn)
WHERE $since <= turn.said_at < $until
RETURN DISTINCT session.conversation_id AS conversation_id
ORDER BY conversation_id
