// name: forget_retractions
// returns: none
// Removes what was retracted or corrected at these turns, and the words of it that are kept.
UNWIND $turn_uids AS uid
MATCH (turn:Turn {uid: uid})
WHERE turn.space = $space
MATCH (retraction:Retraction)-[:AT]->(turn)
WITH DISTINCT retraction
OPTIONAL MATCH (retraction)-[:TAKES_BACK]->(statement:Retracted)
DETACH DELETE statement, retraction
