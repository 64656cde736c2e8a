// name: link_answer_pairs
// returns: one
// How two answers stand to each other; the kind is the type.
UNWIND $rows AS row
MATCH (source:Answer {uid: row.from})
MATCH (target:Answer {uid: row.to})
WHERE source.space = $space AND target.space = $space
CREATE (source)-[link:$(row.kind) {about: row.about}]->(target)
RETURN count(*) AS written
