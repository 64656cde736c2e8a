// name: layer_in_blocks
// returns: many
// The entities of the conversation layer in blocks.
CALL db.index.fulltext.queryNodes('entity_blocks', $lucene) YIELD node AS entity
WHERE entity.space = $space AND entity.layer = 'conversation'
RETURN entity.uid AS uid
