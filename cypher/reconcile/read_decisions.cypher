// name: read_decisions
// returns: many
// The decisions of a space as they were made; without those that the rules or a model made and
// that are no longer in force, unless they are asked for.
MATCH (decision:Decision {space: $space})
WHERE $past OR decision.in_force OR decision.decided_by = 'person'
RETURN properties(decision) AS properties
ORDER BY decision.recorded_at, decision.uid
