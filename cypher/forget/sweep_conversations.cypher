// name: sweep_conversations
// returns: many
// Removes those of these conversations in which nothing is left; the others come back.
UNWIND $places AS uid
MATCH (conversation:Conversation {uid: uid})
WITH conversation, uid, EXISTS { (conversation)-[:HAS_SESSION]->() } AS stays
FOREACH (one IN CASE WHEN stays THEN [] ELSE [conversation] END | DETACH DELETE one)
WITH uid, stays
WHERE stays
RETURN uid
