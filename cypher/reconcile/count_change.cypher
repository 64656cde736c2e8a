// name: count_change
// returns: one
// One more change of a space's workspaces, layers or decisions.
MATCH (ledger:Ledger {uid: $ledger_uid})
SET ledger.version = ledger.version + 1
RETURN ledger.version AS version
