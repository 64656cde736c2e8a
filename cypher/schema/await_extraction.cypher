// name: await_extraction
// returns: none
// Brings sessions from before there were revisions up to date: what was extracted and has not
// changed since waits no longer, all else does.
MATCH (session:Session)
CALL (session) {
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
  CALL (session) {
    OPTIONAL MATCH (session)-[:HAS_TURN]->(turn:Turn)
    WHERE NOT EXISTS { (turn)-[:NEXT]->() }
    RETURN min(turn.uid) AS last_turn_uid
  }
  WITH session, last_turn_uid,
       coalesce(session.extracted_state = [toString(turns), toString(last)] + people, false) AS done
  SET session.revision = 1,
      session.last_turn_uid = last_turn_uid,
      session.extracted_revision = CASE WHEN done THEN 1 END,
      session.waiting_since = CASE WHEN NOT done THEN datetime() END,
      session.extracted_state = null
  WITH session
  WHERE session.waiting_since IS NOT NULL
  MATCH (session)-[:HAS_TURN]->(turn:Turn)
  SET turn.waiting_since = datetime()
} IN TRANSACTIONS OF 200 ROWS
