// name: same_people_of
// returns: many
// Who stands for whom among these people and all who are the same humans; no row for who is alone.
UNWIND $people AS uid
MATCH (asked:Person {uid: uid})
WHERE asked.space = $space
OPTIONAL MATCH (asked)-[:SAME_PERSON_AS]->(one:Person)
WITH DISTINCT coalesce(one, asked) AS target
MATCH (source:Person)-[:SAME_PERSON_AS]->(target)
RETURN source.uid AS source, target.uid AS target
