// name: entities_named
// returns: many
// The session-layer entities that bear a name, or an alias, whose one-token key is asked for.
CALL db.index.fulltext.queryNodes('entity_text', $lucene) YIELD node AS entity
WHERE entity.space = $space AND entity.layer = 'session'
RETURN entity.uid AS uid
