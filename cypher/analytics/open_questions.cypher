// name: open_questions
// returns: many
// Questions that got no answer: none was read from the talk, and whoever spoke next told nothing.
// $conversation narrows to one conversation, $person to what that one asked.
MATCH (asked:Turn {space: $space})-[:SPOKEN_BY]->(speaker)
WHERE asked.text CONTAINS '?'
  AND ($conversation IS NULL OR asked.conversation_id = $conversation)
  AND ($person IS NULL
       OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
  AND NOT EXISTS {
    MATCH (asked)<-[:EVIDENCED_BY]-(question:Question)-[:ANSWERED_BY]->(:Answer)
    WHERE asked.dia_id IN question.asked_turns
  }
  AND NOT EXISTS {
    MATCH (asked)-[:NEXT]->(reply:Turn)<-[evidence:EVIDENCED_BY]-(:Answer)
    WHERE evidence.part = 'statement' AND reply.speaker_uid <> asked.speaker_uid
  }
RETURN date(asked.said_at) AS asked_on,
       speaker.name AS asked_by,
       asked.text AS question,
       asked.conversation_id + '/' + asked.dia_id AS turn
ORDER BY asked.said_at, asked.conversation_id, asked.position
LIMIT $limit
