// name: same_people
// returns: many
// Who stands for whom among the people of a space.
MATCH (source:Person {space: $space})-[:SAME_PERSON_AS]->(target:Person)
// Where few are one, the planner would walk over all such links of the database.
USING INDEX source:Person(space)
RETURN source.uid AS source, target.uid AS target
