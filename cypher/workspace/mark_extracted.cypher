// name: mark_extracted
// returns: none
// Sessions that are extracted; with their turns they wait for the layers alone, unless they have
// grown meanwhile.
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
SET session.extracted_revision = row.revision,
    session.attempts = null,
    session.failure = null,
    session.retry_at = null
