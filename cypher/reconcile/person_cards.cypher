// name: person_cards
// returns: many
// People with all of their conversations, and the sketches of the latest of them: more than are
// compared, since those of one moment are put in order by whoever asks.
UNWIND $uids AS uid
MATCH (person:Person {uid: uid})
WHERE person.space = $space
CALL (person) {
  MATCH (person)-[:PARTICIPATED_IN]->(conversation:Conversation)
  RETURN collect(conversation.conversation_id) AS conversation_ids
}
CALL (person) {
  MATCH (person)-[link:PARTICIPATED_IN]->(conversation:Conversation)
  WHERE link.sketch IS NOT NULL AND NOT conversation.conversation_id IN $without
  WITH link
  ORDER BY link.sketched_until DESC
  LIMIT 16
  RETURN collect(link.sketch) AS sketches
}
RETURN person.uid AS uid,
       person.name AS name,
       person.names AS names,
       person.person_id AS person_id,
       conversation_ids,
       sketches
