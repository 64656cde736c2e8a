// name: link_is_person
// returns: one
// Somebody spoken of who is a participant.
UNWIND $rows AS row
MATCH (source:Entity {uid: row.from})
MATCH (target:Person {uid: row.to})
WHERE source.space = $space AND target.space = $space
CREATE (source)-[link:IS_PERSON]->(target)
SET link = row.properties
RETURN count(*) AS written
