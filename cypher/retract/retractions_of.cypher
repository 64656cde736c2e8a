// name: retractions_of
// returns: many
// The retractions in force of these conversations, in the order in which they were made.
UNWIND $conversation_ids AS conversation_id
MATCH (retraction:Retraction {space: $space, conversation_id: conversation_id})
WHERE retraction.in_force
RETURN properties(retraction) AS properties
ORDER BY retraction.recorded_at, retraction.uid
