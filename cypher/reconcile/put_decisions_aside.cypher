// name: put_decisions_aside
// returns: one
// Decisions that are no longer in force make room for the same ones decided again; what replaced
// them or took them back goes on naming them.
UNWIND $rows AS row
MATCH (past:Decision {uid: row.uid})
SET past.uid = row.past_uid
WITH past
OPTIONAL MATCH (later:Decision)-[:REPLACES]->(past)
SET later.replaces = past.uid
WITH DISTINCT past
OPTIONAL MATCH (undo:Decision)-[:UNDOES]->(past)
SET undo.undoes = past.uid
RETURN count(DISTINCT past) AS written
