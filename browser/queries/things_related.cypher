// Draw: how things stand to each other
MATCH path = (one:Entity {space: $space})-[:RELATES_TO]->(:Entity)
WHERE $conversation IS NULL OR one.conversation_id = $conversation
RETURN path
LIMIT $limit
