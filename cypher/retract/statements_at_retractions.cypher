// name: statements_at_retractions
// returns: many
// What stands at the turns of the retractions in force of these conversations, as far as it tells
// whether it says the same.
UNWIND $conversation_ids AS conversation_id
MATCH (retraction:Retraction {space: $space, conversation_id: conversation_id})
WHERE retraction.in_force
MATCH (retraction)-[:AT]->(:Turn)<-[:EVIDENCED_BY {part: 'statement'}]-(statement:Answer|Role)
WITH DISTINCT statement
RETURN statement.uid AS uid,
       statement.subject_uid AS subject_uid,
       statement.predicate AS predicate,
       coalesce(statement.object, '') AS object,
       statement.polarity AS polarity,
       statement.text AS text,
       statement.extracted_by AS extracted_by,
       [(statement)-[at:EVIDENCED_BY {part: 'statement'}]->(turn:Turn) |
         [turn.uid, turn.dia_id, at.field, at.quote_start, at.quote_end]] AS words
