// name: busiest_days
// returns: many
// The days on which most was said, who spoke, and in which conversations.
// $conversation narrows to one conversation, $person to days and turns of that one.
MATCH (turn:Turn {space: $space})-[:SPOKEN_BY]->(speaker)
USING INDEX turn:Turn(space)
WHERE ($conversation IS NULL OR turn.conversation_id = $conversation)
  AND ($person IS NULL
       OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
WITH date(turn.said_at) AS day, turn.conversation_id AS conversation, speaker.name AS name,
     count(*) AS turns
ORDER BY conversation, name
WITH day, sum(turns) AS turns, collect(DISTINCT name) AS people,
     collect(DISTINCT conversation) AS conversations
RETURN day, turns, people, conversations
ORDER BY turns DESC, day
LIMIT $limit
