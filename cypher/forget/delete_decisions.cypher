// name: delete_decisions
// returns: none
// Removes decisions, and what others say of having taken their place.
UNWIND $uids AS uid
MATCH (decision:Decision {uid: uid})
WHERE decision.space = $space
DETACH DELETE decision
