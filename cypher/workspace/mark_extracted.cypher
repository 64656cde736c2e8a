// name: mark_extracted
// returns: none
// Sessions whose turns, up to a number of them, are extracted; they wait for the layers alone,
// unless they have grown meanwhile.
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
SET session.extracted_revision = row.revision,
    session.attempts = null,
    session.failure = null,
    session.retry_at = null
WITH session, row
MATCH (session)-[:HAS_TURN]->(turn:Turn)
WHERE turn.waiting_since IS NOT NULL AND turn.position < row.turns
SET turn.waiting_since = null
