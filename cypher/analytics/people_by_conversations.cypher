// name: people_by_conversations
// returns: many
// Who takes part in most: people by conversations, with what they said and for how long.
// $conversation keeps those who take part in it, $person that one.
MATCH (person:Person {space: $space})-[:PARTICIPATED_IN]->(conversation:Conversation)
WITH coalesce(head([(person)-[:SAME_PERSON_AS]->(one) | one]), person) AS human,
     person, conversation.conversation_id AS place
ORDER BY place
WITH human, collect(DISTINCT person) AS people, collect(DISTINCT place) AS places
WHERE ($conversation IS NULL OR $conversation IN places)
  AND ($person IS NULL
       OR EXISTS { MATCH (human)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
CALL (people) {
  UNWIND people AS person
  MATCH (person)<-[:SPOKEN_BY]-(turn:Turn)
  RETURN count(turn) AS turns, min(turn.said_at) AS first, max(turn.said_at) AS last
}
RETURN human.name AS person,
       size(places) AS conversations,
       places AS which,
       turns,
       date(first) AS first_day,
       date(last) AS last_day
ORDER BY conversations DESC, turns DESC, person, human.uid
LIMIT $limit
