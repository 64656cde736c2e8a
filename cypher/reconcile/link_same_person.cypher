// name: link_same_person
// returns: one
// The Person who stands for a human that several are.
UNWIND $rows AS row
MATCH (source:Person {uid: row.from})
MATCH (target:Person {uid: row.to})
WHERE source.space = $space AND target.space = $space
CREATE (source)-[link:SAME_PERSON_AS]->(target)
SET link = row.properties
RETURN count(*) AS written
