// name: same_people
// returns: many
// Who stands for whom among the people of a space.
MATCH (source:Person {space: $space})-[:SAME_PERSON_AS]->(target:Person)
RETURN source.uid AS source, target.uid AS target
