// name: facts_by_predicate
// returns: many
// What sorts of things are known: answers by kind and predicate, with an example of each.
// $conversation narrows to one conversation, $person to what is said of that one.
MATCH (answer:Answer {space: $space})
WHERE $conversation IS NULL OR answer.conversation_id = $conversation
MATCH (answer)-[:SUBJECT]->(subject)
WHERE $person IS NULL
   OR EXISTS { MATCH (subject)-[:SAME_PERSON_AS*0..2]-(same)
               WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                          | toLower(id)] }
WITH answer, subject
ORDER BY answer.confidence DESC, answer.said_at, answer.uid
WITH answer.predicate AS predicate,
     answer.kind AS kind,
     count(DISTINCT answer) AS answers,
     count(DISTINCT subject) AS subjects,
     head(collect(answer.text)) AS example
RETURN predicate, kind, answers, subjects, example
ORDER BY answers DESC, predicate, kind
LIMIT $limit
