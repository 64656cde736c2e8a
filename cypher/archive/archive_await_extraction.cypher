// name: archive_await_extraction
// returns: none
// Sessions of an archive that wait for extraction wait here as well, now that all of them is there;
// not those that were extracted or told more since.
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
WHERE session.waiting_since IS NULL
  AND session.revision = row.revision
  AND coalesce(session.extracted_revision, -1) = coalesce(row.extracted_revision, -1)
SET session.waiting_since = row.waiting_since
