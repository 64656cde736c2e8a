// name: named_things
// returns: many
// Who and what bears a name in a conversation beside those who take part, session by session.
MATCH (entity:Entity {space: $space, conversation_id: $conversation_id, layer: 'session'})
WHERE entity.proper OR (entity.type = 'person' AND size(entity.aliases) > 0)
RETURN entity.name AS name,
       entity.type AS type,
       entity.owner_uid AS owner_uid,
       entity.aliases AS aliases,
       size(entity.mention_turns) AS mentions
ORDER BY entity.first_said_at, entity.uid
