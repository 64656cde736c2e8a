// name: who_knows_whom
// returns: many
// Who talks with whom: pairs of people with the conversations and turns that they share.
// $conversation narrows to one conversation; with $person the first of each pair is that one.
MATCH (conversation:Conversation {space: $space})
WHERE $conversation IS NULL OR conversation.conversation_id = $conversation
MATCH (first:Person)-[:PARTICIPATED_IN]->(conversation)<-[:PARTICIPATED_IN]-(second:Person)
// A pair is one of humans: what they are called in one conversation must not turn it around.
WITH conversation, first, second,
     coalesce(head([(first)-[:SAME_PERSON_AS]->(human) | human]), first) AS one,
     coalesce(head([(second)-[:SAME_PERSON_AS]->(human) | human]), second) AS other
WHERE one <> other
  AND ($person IS NOT NULL OR one.name + one.uid < other.name + other.uid)
  AND ($person IS NULL
       OR EXISTS { MATCH (one)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
WITH conversation, one, other, collect(first) + collect(second) AS speakers
CALL (conversation, speakers) {
  MATCH (conversation)-[:HAS_SESSION]->(:Session)-[:HAS_TURN]->(turn:Turn)-[:SPOKEN_BY]->(speaker)
  WHERE speaker IN speakers
  RETURN count(turn) AS turns, min(turn.said_at) AS first, max(turn.said_at) AS last
}
WITH one, other, count(conversation) AS conversations, sum(turns) AS turns,
     min(first) AS first, max(last) AS last
RETURN one.name AS person,
       other.name AS knows,
       conversations,
       turns,
       date(first) AS first_day,
       date(last) AS last_day
ORDER BY turns DESC, person, knows, first_day, one.uid, other.uid
LIMIT $limit
