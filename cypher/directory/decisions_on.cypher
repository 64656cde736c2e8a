// name: decisions_on
// returns: many
// The decisions on any of these people or entities.
UNWIND $parts AS uid
CALL (uid) {
  MATCH (:Person {uid: uid})<-[:ON]-(decision:Decision)
  RETURN decision
  UNION
  MATCH (:Entity {uid: uid})<-[:ON]-(decision:Decision)
  RETURN decision
}
WITH DISTINCT decision
WHERE decision.space = $space
RETURN decision.uid AS uid
