// name: await_links
// returns: none
// Notes of sessions that their statements have changed, and so may their links.
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})
SET session.relink = true
