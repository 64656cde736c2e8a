// name: link_decisions_replaced
// returns: one
// Which decision took the place of which.
UNWIND $rows AS row
MATCH (decision:Decision {uid: row.from})
MATCH (earlier:Decision {uid: row.to})
WHERE decision.space = $space AND earlier.space = $space
MERGE (decision)-[:REPLACES]->(earlier)
RETURN count(*) AS written
