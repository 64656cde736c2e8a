// name: who_asks_whom
// returns: many
// Who asks and who answers: questions of one to another that the dialogue answers.
// $conversation narrows to one conversation, $person to what that one asked.
MATCH (question:Question {space: $space})-[:ASKED_BY]->(asker)
USING INDEX question:Question(space)
WHERE ($conversation IS NULL OR question.conversation_id = $conversation)
  AND ($person IS NULL
       OR EXISTS { MATCH (asker)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
MATCH (question)-[:STATED_BY]->(answerer:Person)
WITH question,
     coalesce(head([(asker)-[:SAME_PERSON_AS]->(human) | human]), asker) AS asks,
     coalesce(head([(answerer)-[:SAME_PERSON_AS]->(human) | human]), answerer) AS answers
ORDER BY question.said_at, question.uid
WITH asks, answers, collect(question) AS asked
RETURN asks.name AS asker,
       answers.name AS answered_by,
       size(asked) AS questions,
       date(asked[-1].said_at) AS last_day,
       asked[-1].text AS last_question
ORDER BY questions DESC, asker, answered_by, asks.uid, answers.uid
LIMIT $limit
