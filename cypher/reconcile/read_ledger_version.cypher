// name: read_ledger_version
// returns: optional
// How many changes of its workspaces, layers and decisions a space has seen.
MATCH (ledger:Ledger {uid: $ledger_uid})
RETURN ledger.version AS version
