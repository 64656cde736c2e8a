// name: decision_links
// returns: many
// What each decision of a space is on, as far as it is in the graph now.
MATCH (decision:Decision {space: $space})-[on:ON]->(target)
RETURN decision.uid AS decision, on.side AS side, target.uid AS target
