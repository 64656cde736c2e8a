// name: write_people
// returns: none
// The speakers of a conversation, each once; a person whom the caller identifies may bear several
// names. Who takes part is read with every chunk, so where somebody joins or has a name more, all
// sessions of the conversations wait for extraction again.
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
WITH person, names, size(names) > size(person.names) AS renamed
SET person.names = names, person.name = names[0]
WITH person, renamed
MATCH (conversation:Conversation {uid: $conversation_uid})
WITH person, conversation, renamed,
     EXISTS { (person)-[:PARTICIPATED_IN]->(conversation) } AS takes_part
MERGE (person)-[:PARTICIPATED_IN]->(conversation)
WITH person, conversation, renamed
WHERE renamed OR NOT takes_part
CALL (person, conversation, renamed) {
  MATCH (person)-[:PARTICIPATED_IN]->(place:Conversation)
  WHERE renamed OR place = conversation
  RETURN place
}
WITH DISTINCT place
// A conversation without a session yet is one to reconcile all the same: somebody takes part in it.
SET place.stale = true, place.changes = coalesce(place.changes, 0) + 1
WITH place
MATCH (place)-[:HAS_SESSION]->(session:Session)
SET session.space = $space  // locks it, so that the revision that is read is the last
WITH DISTINCT session
SET session.revision = session.revision + 1,
    session.waiting_since = coalesce(session.waiting_since, datetime()),
    session.told_at = coalesce(session.told_at, session.recorded_at)
