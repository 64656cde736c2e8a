// name: layer_links
// returns: many
// How the layers and the people of a space hang together.
MATCH (source:Entity {space: $space})-[link:RECONCILED_INTO|IS_PERSON]->(target)
RETURN type(link) AS type,
       source.uid AS source,
       target.uid AS target,
       link.decision_uid AS decision_uid
UNION ALL
MATCH (source:Person {space: $space})-[link:SAME_PERSON_AS]->(target)
// Where few are one, the planner would walk over all such links of the database.
USING INDEX source:Person(space)
RETURN type(link) AS type,
       source.uid AS source,
       target.uid AS target,
       link.decision_uid AS decision_uid
