// name: count_planned
// returns: one
// With which settings the layers of a space were planned last, and how many decisions and entities
// there are now: those before and the difference.
MATCH (ledger:Ledger {uid: $ledger_uid})
SET ledger.planned_with = $how,
    ledger.merges = coalesce(ledger.merges, 0) + $merges,
    ledger.separations = coalesce(ledger.separations, 0) + $separations,
    ledger.undecided = coalesce(ledger.undecided, 0) + $undecided,
    ledger.entities = coalesce(ledger.entities, 0) + $entities
RETURN ledger.merges AS merges,
       ledger.separations AS separations,
       ledger.undecided AS undecided,
       ledger.entities AS entities
