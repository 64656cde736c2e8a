// name: standing_decisions_on
// returns: many
// What rules and models decided about these people and entities that is in force.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (decision:Decision {left_uid: uid})
  RETURN decision
  UNION
  MATCH (decision:Decision {right_uid: uid})
  RETURN decision
}
WITH DISTINCT decision
WHERE decision.space = $space AND decision.in_force AND decision.decided_by <> 'person'
RETURN properties(decision) AS properties
