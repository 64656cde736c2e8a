// name: link_decisions_undone
// returns: one
// Which decision a person took back with which.
UNWIND $rows AS row
MATCH (decision:Decision {uid: row.from})
MATCH (earlier:Decision {uid: row.to})
WHERE decision.space = $space AND earlier.space = $space
MERGE (decision)-[:UNDOES]->(earlier)
RETURN count(*) AS written
