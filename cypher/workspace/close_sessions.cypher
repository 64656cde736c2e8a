// name: close_sessions
// returns: none
// Sessions wait no longer: they are extracted and the layers know it, unless they have grown.
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
SET session.space = $space  // locks it, so that nobody adds to it between the look and the mark
WITH session, row
WHERE session.revision = row.revision
SET session.waiting_since = null
