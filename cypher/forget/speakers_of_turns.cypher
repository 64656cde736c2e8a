// name: speakers_of_turns
// returns: many
// Who speaks these turns: under which names they speak others, and in which conversations.
MATCH (gone:Turn)
WHERE gone.uid IN $turn_uids AND gone.space = $space
MATCH (gone)-[:SPOKEN_BY]->(person:Person)
WITH DISTINCT person
CALL (person) {
  OPTIONAL MATCH (turn:Turn)-[:SPOKEN_BY]->(person)
  WHERE NOT turn.uid IN $turn_uids
  RETURN collect(DISTINCT turn.speaker) AS names_left,
         collect(DISTINCT turn.conversation_id) AS places_left
}
CALL (person) {
  MATCH (person)-[:PARTICIPATED_IN]->(conversation:Conversation)
  RETURN collect(conversation.conversation_id) AS places
}
RETURN person.uid AS uid, person.names AS names, places, names_left, places_left
ORDER BY uid
