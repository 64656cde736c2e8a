// name: lock_ledger
// returns: one
// Holds the space's lock until the commit, so that those who change its workspaces or its layers
// take turns; tells how many such changes there were, and which model's vectors are taken.
MATCH (mark:GraphMem {uid: 'graphmem'})
MERGE (ledger:Ledger {uid: $ledger_uid})
  ON CREATE SET ledger.version = 0, ledger.recorded_at = datetime()
SET ledger.space = $space
RETURN ledger.version AS version,
       mark.schema_version AS schema_version,
       mark.embedding_model AS embedding_model,
       mark.embedding_dimension AS embedding_dimension
