// name: links_of_decisions
// returns: many
// What each of these decisions is on, as far as it is in the graph now.
UNWIND $uids AS uid
MATCH (decision:Decision {uid: uid})-[on:ON]->(target)
WHERE decision.space = $space
RETURN decision.uid AS decision, on.side AS side, target.uid AS target
