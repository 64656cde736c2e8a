// name: link_decisions_people
// returns: one
// The people that decisions are on, each on its side.
UNWIND $rows AS row
MATCH (decision:Decision {uid: row.from})
MATCH (person:Person {uid: row.to})
WHERE decision.space = $space AND person.space = $space
CREATE (decision)-[:ON {side: row.properties.side}]->(person)
RETURN count(*) AS written
