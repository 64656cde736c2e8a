// name: archive_plan_anew
// returns: none
// Something came into a space that held something else: plans made before are refused, and the
// next one is of all that there is. What is in force and what stands is counted, as plans count on.
MATCH (ledger:Ledger {uid: $ledger_uid})
SET ledger.version = ledger.version + 1  // locks it: what is counted is the last
WITH ledger
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
SET ledger.planned_with = 'an import',
    ledger.merges = size([sort IN sorts WHERE sort = 'merge']),
    ledger.separations = size([sort IN sorts WHERE sort = 'separate']),
    ledger.undecided = size([sort IN sorts WHERE sort = 'undecided']),
    ledger.entities = entities
