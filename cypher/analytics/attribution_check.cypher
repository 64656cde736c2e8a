// name: attribution_check
// returns: many
// A check that must give nothing: statements whose turns somebody else spoke than who is said to
// have made them. $conversation narrows to one conversation.
MATCH (statement:Statement {space: $space})
WHERE $conversation IS NULL OR statement.conversation_id = $conversation
MATCH (statement)-[evidence:EVIDENCED_BY]->(turn:Turn)-[:SPOKEN_BY]->(speaker:Person)
WHERE evidence.part = 'statement'
MATCH (statement)-[:STATED_BY]->(stated:Person)
WHERE stated <> speaker OR statement.speaker_uid <> speaker.uid OR turn.speaker_uid <> speaker.uid
RETURN coalesce(statement.text, statement.name) AS what,
       stated.name AS stated_by,
       speaker.name AS spoken_by,
       turn.conversation_id + '/' + turn.dia_id AS turn
ORDER BY turn, what, statement.uid
LIMIT $limit
