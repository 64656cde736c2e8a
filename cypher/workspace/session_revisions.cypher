// name: session_revisions
// returns: many
// How often sessions have changed, and which of these revisions was extracted last.
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})
WHERE session.space = $space
RETURN session.conversation_id AS conversation_id,
       session.session_id AS session_id,
       session.revision AS revision,
       session.extracted_revision AS extracted_revision
