// name: write_people
// returns: none
// The speakers of a conversation, each once; a person whom the caller identifies may bear several
// names.
UNWIND $people AS row
MERGE (person:Person {uid: row.uid})
  ON CREATE SET person.space = $space,
                person.person_id = row.person_id,
                person.conversation_id = row.conversation_id,
                person.names = [],
                person.recorded_at = datetime()
WITH person, row
CALL (person, row) {
  UNWIND person.names + row.names AS name
  WITH DISTINCT name
  ORDER BY name
  RETURN collect(name) AS names
}
SET person.names = names, person.name = names[0]
WITH person
MATCH (conversation:Conversation {uid: $conversation_uid})
MERGE (person)-[:PARTICIPATED_IN]->(conversation)
