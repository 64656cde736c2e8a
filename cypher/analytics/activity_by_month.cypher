// name: activity_by_month
// returns: many
// How much was said in each month, and how many statements were read from it.
// $conversation narrows to one conversation, $person to what that one said.
MATCH (turn:Turn {space: $space})-[:SPOKEN_BY]->(speaker)
USING INDEX turn:Turn(space)
WHERE ($conversation IS NULL OR turn.conversation_id = $conversation)
  AND ($person IS NULL
       OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
WITH turn, speaker, substring(toString(turn.said_at), 0, 7) AS month,
     COUNT { (turn)<-[evidence:EVIDENCED_BY]-(statement:Statement)
             WHERE evidence.part = 'statement'
               AND turn.dia_id = statement.statement_turns[0] } AS statements
WITH month,
     count(DISTINCT turn.conversation_id + '/' + turn.session_id) AS sessions,
     count(turn) AS turns,
     sum(statements) AS statements,
     count(DISTINCT speaker) AS people
RETURN month, sessions, turns, people, statements
ORDER BY month
LIMIT $limit
