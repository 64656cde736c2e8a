// name: write_sessions
// returns: none
// The sessions that turns are written into, which wait for extraction from now on; each starts
// when its earliest turn was said.
MATCH (conversation:Conversation {uid: $conversation_uid})
UNWIND $sessions AS row
MERGE (session:Session {uid: row.uid})
  ON CREATE SET session.space = $space,
                session.conversation_id = $conversation_id,
                session.session_id = row.session_id,
                session.started_at = row.started_at,
                session.revision = 0,
                session.recorded_at = datetime()
SET session.space = $space  // locks it, so that the revision that is read is the last
MERGE (conversation)-[:HAS_SESSION]->(session)
WITH session, row
SET session.revision = session.revision + 1,
    session.waiting_since = coalesce(session.waiting_since, datetime()),
    session.told_at = datetime(),
    session.last_turn_uid = row.last_turn_uid
WITH session, row
WHERE row.started_at < session.started_at
SET session.started_at = row.started_at
