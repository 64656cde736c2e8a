// Draw: conversations with their people, sessions and turns
MATCH path = (:Person)-[:PARTICIPATED_IN]->(conversation:Conversation {space: $space})
             -[:HAS_SESSION]->(:Session)-[:HAS_TURN]->(:Turn)
WHERE $conversation IS NULL OR conversation.conversation_id = $conversation
RETURN path
LIMIT $limit
