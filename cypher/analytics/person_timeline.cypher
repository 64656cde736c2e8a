// name: person_timeline
// returns: many
// The life of one person, $person: what is told of them in the order in which it was so; without
// a known time, when it was said. $conversation narrows to one conversation.
MATCH (statement:Statement {space: $space})-[:SUBJECT]->(subject:Person {space: $space})
WHERE (statement:Answer OR statement:Role)
  AND ($person IS NULL
       OR EXISTS { MATCH (subject)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
  AND ($conversation IS NULL OR statement.conversation_id = $conversation)
MATCH (statement)-[:STATED_BY]->(speaker:Person)
WITH statement, subject, speaker,
     statement.precision IS NOT NULL AND statement.valid_from.year > 1 AS dated
// An answer and a role of the same words are one entry.
WITH DISTINCT
     coalesce(head([(subject)-[:SAME_PERSON_AS]->(human) | human]), subject).name AS person,
     CASE WHEN dated THEN statement.valid_from ELSE statement.said_at END AS moment,
     CASE WHEN dated THEN statement.precision END AS known_to_the,
     statement.text AS what,
     speaker.name AS told_by,
     statement.said_at AS said_at,
     statement.conversation_id + '/' + statement.statement_turns[0] AS turn
RETURN person, date(moment) AS day, known_to_the, what, told_by, turn
ORDER BY moment, said_at, turn, person, what
LIMIT $limit
