// name: bearers
// returns: many
// The session-layer entities that stand in these things, with their names and where each is first
// mentioned, as far as the scope holds them. Null for conversations means all of them.
UNWIND $things AS uid
MATCH (thing:Entity {uid: uid})<-[:RECONCILED_INTO*0..4]-(member:Entity)
WHERE thing.space = $space
  AND member.layer = 'session'
  AND ($conversations IS NULL OR member.conversation_id IN $conversations)
  AND $session_from <= member.session_id <= $session_to
  AND member.first_said_at <= $said_to
  AND member.last_said_at >= $said_from
CALL (member) {
  MATCH (member)-[:MENTIONED_IN]->(turn:Turn)
  RETURN min(turn.position) AS position
}
RETURN DISTINCT uid AS thing,
       member.uid AS uid,
       member.name AS name,
       member.aliases AS aliases,
       member.conversation_id AS conversation_id,
       member.session_id AS session_id,
       coalesce(position, 0) AS position
ORDER BY thing, conversation_id, session_id, position, uid
