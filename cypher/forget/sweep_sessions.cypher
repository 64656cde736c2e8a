// name: sweep_sessions
// returns: none
// Sessions of these conversations in which nothing is left.
UNWIND $places AS uid
MATCH (:Conversation {uid: uid})-[:HAS_SESSION]->(session:Session)
WHERE NOT EXISTS { (session)-[:HAS_TURN]->() }
DETACH DELETE session
