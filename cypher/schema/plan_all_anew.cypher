// name: plan_all_anew
// returns: none
// The layers of every space are to be planned anew as a whole: an older version made them. What is
// in force and what stands is counted, since older versions did not.
MATCH (ledger:Ledger)
CALL (ledger) {
  MATCH (decision:Decision {space: ledger.space})
  WHERE decision.in_force
  WITH CASE WHEN decision.confident THEN decision.verdict ELSE 'undecided' END AS sort
  RETURN collect(sort) AS sorts
}
CALL (ledger) {
  MATCH (entity:Entity {space: ledger.space})
  WHERE entity.layer <> 'session'
  RETURN count(*) AS entities
}
SET ledger.planned_with = 'an older version',
    ledger.merges = size([sort IN sorts WHERE sort = 'merge']),
    ledger.separations = size([sort IN sorts WHERE sort = 'separate']),
    ledger.undecided = size([sort IN sorts WHERE sort = 'undecided']),
    ledger.entities = entities
