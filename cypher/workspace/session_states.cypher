// name: session_states
// returns: many
// Sessions of a space, or only those named, with what extraction depends on now and what the last
// extraction saw: how many turns, the last recorded, and everyone who takes part under every name.
CALL () {
  WITH $session_uids AS uids
  WHERE uids IS NULL
  MATCH (session:Session {space: $space})
  RETURN session
  UNION ALL
  UNWIND $session_uids AS uid
  MATCH (session:Session {uid: uid})
  USING INDEX session:Session(uid)
  WHERE session.space = $space
  RETURN session
}
MATCH (conversation:Conversation)-[:HAS_SESSION]->(session)
CALL (session) {
  MATCH (session)-[:HAS_TURN]->(turn:Turn)
  RETURN count(turn) AS turns, max(turn.recorded_at) AS last
}
CALL (conversation) {
  MATCH (person:Person)-[:PARTICIPATED_IN]->(conversation)
  WITH person
  ORDER BY person.uid
  RETURN reduce(names = [], item IN collect([person.uid] + person.names) | names + item) AS people
}
RETURN session.conversation_id AS conversation_id,
       session.session_id AS session_id,
       session.started_at AS started_at,
       [toString(turns), toString(last)] + people AS state,
       session.extracted_state AS extracted_state
ORDER BY conversation_id, started_at, session_id
