// name: thing_to_forget
// returns: one
// The session-layer entities that a uid of any layer is made of, with the names that are names, and
// the conversations in which they stand.
MATCH (found:Entity)
WHERE found.uid IN $uids AND found.space = $space
MATCH (found)<-[:RECONCILED_INTO*0..8]-(entity:Entity {layer: 'session'})
WITH DISTINCT entity
RETURN collect(entity.uid) AS entities,
       collect(DISTINCT entity.conversation_id) AS places,
       collect([entity.name] + coalesce(entity.aliases, [])) AS called,
       collect(entity.proper) AS proper
