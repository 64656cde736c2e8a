// name: known_entities
// returns: many
// The session-layer entities of a space, or only those named.
CALL () {
  WITH $uids AS uids
  WHERE uids IS NULL
  MATCH (entity:Entity {space: $space, layer: 'session'})
  RETURN entity
  UNION ALL
  UNWIND $uids AS uid
  MATCH (entity:Entity {uid: uid})
  USING INDEX entity:Entity(uid)
  WHERE entity.space = $space AND entity.layer = 'session'
  RETURN entity
}
RETURN entity.uid AS uid,
       entity.conversation_id AS conversation_id,
       entity.session_id AS session_id,
       entity.key AS key,
       entity.name AS name,
       entity.type AS type,
       entity.aliases AS aliases,
       entity.owner_uid AS owner_uid,
       entity.proper AS proper,
       entity.mentioned_by AS mentioned_by,
       entity.mention_turns AS mention_turns,
       toString(entity.first_said_at) AS first_said_at,
       toString(entity.last_said_at) AS last_said_at,
       coalesce(entity.type_scores, []) AS type_scores
