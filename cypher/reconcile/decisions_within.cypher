// name: decisions_within
// returns: many
// What rules decided about things of one conversation that is in force, for each of these.
UNWIND $conversation_ids AS conversation_id
MATCH (decision:Decision {space: $space, conversation_id: conversation_id})
WHERE decision.in_force AND decision.decided_by <> 'person'
RETURN properties(decision) AS properties
