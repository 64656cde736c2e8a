// name: told_by_others
// returns: many
// What is known of people only by the word of somebody else, newest first.
// $conversation narrows to one conversation, $person is of whom it is told.
MATCH (statement:Statement {space: $space})-[:SUBJECT]->(subject:Person)
WHERE (statement:Answer OR statement:Role)
  AND ($conversation IS NULL OR statement.conversation_id = $conversation)
  AND ($person IS NULL
       OR EXISTS { MATCH (subject)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
MATCH (statement)-[:STATED_BY]->(speaker:Person)
WHERE coalesce(head([(speaker)-[:SAME_PERSON_AS]->(human) | human]), speaker)
   <> coalesce(head([(subject)-[:SAME_PERSON_AS]->(human) | human]), subject)
RETURN subject.name AS of_whom,
       speaker.name AS told_by,
       statement.text AS what,
       date(statement.said_at) AS said_on,
       statement.conversation_id + '/' + statement.statement_turns[0] AS turn
ORDER BY statement.said_at DESC, turn, statement.uid
LIMIT $limit
