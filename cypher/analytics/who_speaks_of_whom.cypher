// name: who_speaks_of_whom
// returns: many
// Who tells of whom: statements about people other than their speaker, those included who never
// speak themselves. $conversation narrows to one conversation, $person to what that one said.
MATCH (statement:Statement {space: $space})-[:SUBJECT]->(subject)
WHERE (statement:Answer OR statement:Role)
  AND ($conversation IS NULL OR statement.conversation_id = $conversation)
MATCH (statement)-[:STATED_BY]->(speaker:Person)
WHERE $person IS NULL
   OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
               WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                          | toLower(id)] }
// Somebody spoken of stands at the top of their layers, or is a participant after all.
WITH statement, speaker, head([(subject)-[:RECONCILED_INTO*0..4]->(top)
                               WHERE NOT EXISTS { (top)-[:RECONCILED_INTO]->() } | top]) AS subject
WITH statement, speaker, coalesce(head([(subject)-[:IS_PERSON]->(one) | one]), subject) AS subject
WHERE subject:Person OR subject.type = 'person'
WITH statement,
     coalesce(head([(speaker)-[:SAME_PERSON_AS]->(human) | human]), speaker) AS speaker,
     coalesce(head([(subject)-[:SAME_PERSON_AS]->(human) | human]), subject) AS subject
WHERE speaker <> subject
WITH speaker, subject, count(*) AS statements,
     min(statement.said_at) AS first, max(statement.said_at) AS last
RETURN speaker.name AS speaker,
       coalesce(head([(subject)-[:BELONGS_TO]->(owner) | owner.name]) + '\'s ', '') + subject.name
         AS of_whom,
       subject:Person AS takes_part,
       statements,
       date(first) AS first_day,
       date(last) AS last_day
ORDER BY statements DESC, speaker, of_whom, first_day
LIMIT $limit
