// name: find_retractions
// returns: many
// The retractions of a space whose uid begins so.
MATCH (retraction:Retraction {space: $space})
WHERE retraction.uid STARTS WITH $begin
RETURN properties(retraction) AS properties
ORDER BY retraction.uid
LIMIT $limit
