// name: names_in_blocks
// returns: many
// What has a name and no owner, in blocks, of conversations in which one of these people takes part.
MATCH (person:Person)-[:PARTICIPATED_IN]->(conversation:Conversation)
WHERE person.uid IN $people AND person.space = $space
WITH collect(DISTINCT conversation.conversation_id) AS conversation_ids
CALL db.index.fulltext.queryNodes('entity_blocks', $lucene) YIELD node AS entity
WHERE entity.space = $space
  AND entity.layer = 'conversation'
  AND entity.named
  AND entity.conversation_id IN conversation_ids
RETURN entity.uid AS uid
