// name: mark_extracted
// returns: none
// Remembers what extraction saw of sessions; null where it is not done with them.
UNWIND $rows AS row
MATCH (session:Session {uid: row.uid})
SET session.extracted_state = row.state
