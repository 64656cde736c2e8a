// name: read_layers
// returns: many
// The upper layers of a space, or only the entities named.
CALL () {
  WITH $uids AS uids
  WHERE uids IS NULL
  UNWIND ['conversation', 'person'] AS layer
  MATCH (entity:Entity {space: $space, layer: layer})
  RETURN entity
  UNION ALL
  UNWIND $uids AS uid
  MATCH (entity:Entity {uid: uid})
  USING INDEX entity:Entity(uid)
  WHERE entity.space = $space AND entity.layer <> 'session'
  RETURN entity
}
RETURN entity.uid AS uid,
       entity.layer AS layer,
       entity.conversation_id AS conversation_id,
       entity.key AS key,
       entity.name AS name,
       entity.type AS type,
       entity.aliases AS aliases,
       entity.proper AS proper,
       entity.owner_uids AS owner_uids,
       entity.shared_uids AS shared_with,
       entity.tags AS tags,
       entity.profile AS profile,
       entity.profile_statements AS profile_statements,
       entity.profile_turns AS profile_turns,
       entity.profile_dates AS profile_dates,
       entity.profile_weights AS profile_weights,
       entity.members AS members,
       entity.units AS units,
       entity.keys AS keys,
       entity.proper_keys AS proper_keys,
       entity.block_names AS block_names,
       entity.crowd AS crowd,
       entity.named AS named,
       entity.mentions AS mentions,
       entity.mentioned_by AS mentioned_by,
       toString(entity.first_said_at) AS first_said_at,
       toString(entity.last_said_at) AS last_said_at,
       entity.first_turn AS first_turn,
       entity.evidence_digest AS evidence_digest
ORDER BY uid
