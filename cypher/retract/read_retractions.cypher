// name: read_retractions
// returns: many
// The retractions of a space, those that were undone as well where the past is asked for.
MATCH (retraction:Retraction {space: $space})
WHERE $past OR retraction.in_force
RETURN properties(retraction) AS properties
ORDER BY retraction.recorded_at, retraction.uid
