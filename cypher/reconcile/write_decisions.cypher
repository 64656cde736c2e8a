// name: write_decisions
// returns: one
// Decisions that are in force, new or made again.
UNWIND $rows AS row
MERGE (decision:Decision {uid: row.uid})
  ON CREATE SET decision.recorded_at = datetime()
SET decision += row.properties
RETURN count(*) AS written
