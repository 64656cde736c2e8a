// name: evidence_chains
// returns: many
// How each answer hangs on its turn: what is known, who said it, in which words, where and when.
// $conversation narrows to one conversation, $person to what that one said.
MATCH (answer:Answer {space: $space})
WHERE $conversation IS NULL OR answer.conversation_id = $conversation
MATCH (answer)-[evidence:EVIDENCED_BY]->(turn:Turn)-[:SPOKEN_BY]->(speaker:Person)
WHERE evidence.part = 'statement'
  AND ($person IS NULL
       OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
MATCH (conversation:Conversation)-[:HAS_SESSION]->(sitting:Session)-[:HAS_TURN]->(turn)
WITH answer AS statement, speaker, conversation, sitting, turn
ORDER BY turn.position
WITH statement, speaker, conversation, sitting, collect(turn) AS turns
RETURN statement.text AS answer,
       speaker.name AS said_by,
       statement.quote AS quote,
       conversation.conversation_id + '/' + turns[0].dia_id AS turn,
       sitting.session_id AS session,
       date(statement.said_at) AS said_on
ORDER BY statement.said_at, turn, statement.uid
LIMIT $limit
