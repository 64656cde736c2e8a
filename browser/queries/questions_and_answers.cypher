// Draw: questions, who asked, and the answers that they got
MATCH path = (asker:Person)<-[:ASKED_BY]-(question:Question {space: $space})
             -[:ANSWERED_BY]->(:Answer)-[:STATED_BY]->(:Person)
WHERE ($conversation IS NULL OR question.conversation_id = $conversation)
  AND ($person IS NULL
       OR any(known IN asker.names + [asker.uid, asker.person_id]
              WHERE toLower(known) = toLower($person)))
RETURN path
LIMIT $limit
