// name: find_decisions
// returns: many
// The decisions of a space whose uid begins so.
MATCH (decision:Decision {space: $space})
WHERE decision.uid STARTS WITH $begin
RETURN properties(decision) AS properties
ORDER BY decision.uid
LIMIT $limit
