// Draw: answers with their evidence, from the words to the conversation
MATCH said = (speaker:Person)<-[:STATED_BY]-(answer:Answer {space: $space})
             -[:EVIDENCED_BY]->(turn:Turn)
WHERE ($conversation IS NULL OR answer.conversation_id = $conversation)
  AND ($person IS NULL
       OR any(known IN speaker.names + [speaker.uid, speaker.person_id]
              WHERE toLower(known) = toLower($person)))
MATCH place = (turn)<-[:HAS_TURN]-(:Session)<-[:HAS_SESSION]-(:Conversation)
RETURN said, place
LIMIT $limit
