// name: rulings
// returns: many
// All that people ever decided in a space, as it was recorded.
MATCH (decision:Decision {space: $space, decided_by: 'person'})
RETURN properties(decision) AS properties
ORDER BY decision.recorded_at, decision.uid
