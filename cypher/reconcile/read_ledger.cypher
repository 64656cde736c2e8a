// name: read_ledger
// returns: optional
// How many changes of its workspaces, layers and decisions a space has seen, with which settings
// its layers were planned last, and how many decisions and entities there are.
MATCH (ledger:Ledger {uid: $ledger_uid})
RETURN ledger.version AS version,
       ledger.planned_with AS planned_with,
       coalesce(ledger.merges, 0) AS merges,
       coalesce(ledger.separations, 0) AS separations,
       coalesce(ledger.undecided, 0) AS undecided,
       coalesce(ledger.entities, 0) AS entities
