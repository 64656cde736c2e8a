// name: close_sessions
// returns: none
// Sessions wait no longer: they are extracted and the layers know it. Of one that has grown, only
// its first turns wait no longer (null: they wait as well).
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
SET session.space = $space  // locks it, so that nobody adds to it between the look and the mark
WITH session, row, session.revision = row.revision AS unchanged
SET session.waiting_since = CASE WHEN unchanged THEN null ELSE session.waiting_since END,
    session.told_at = CASE WHEN unchanged THEN null ELSE session.told_at END
WITH session, row, unchanged
MATCH (session)-[:HAS_TURN]->(turn:Turn)
WHERE turn.waiting_since IS NOT NULL AND (unchanged OR turn.position < row.turns)
SET turn.waiting_since = null
