// name: entity
// returns: optional
// The entity that a uid of any layer stands in as a whole, with the parts that it is made of.
MATCH (found:Entity {uid: $uid})
USING INDEX found:Entity(uid)
WHERE found.space = $space
MATCH (found)-[:RECONCILED_INTO*0..8]->(entity:Entity)
WHERE entity.layer <> 'session' AND NOT EXISTS { (entity)-[:RECONCILED_INTO]->(:Entity) }
WITH entity
ORDER BY entity.uid
LIMIT 1
CALL (entity) {
  MATCH (entity)<-[:RECONCILED_INTO*1..8]-(part:Entity)
  WITH DISTINCT part
  ORDER BY part.layer, part.conversation_id, part.session_id, part.uid
  RETURN collect(part {.uid, .layer, .conversation_id, .session_id, .name}) AS parts
}
CALL (entity) {
  UNWIND entity.owner_uids AS uid
  MATCH (owner:Person {uid: uid})
  RETURN collect(DISTINCT owner.name) AS owners
}
CALL (entity) {
  OPTIONAL MATCH (entity)<-[:RECONCILED_INTO*0..8]-(:Entity)-[:IS_PERSON]->(person:Person)
  RETURN min(person.uid) AS person_uid
}
RETURN entity.uid AS uid,
       entity.name AS name,
       entity.type AS type,
       entity.layer AS layer,
       entity.conversation_id AS conversation_id,
       entity.aliases AS aliases,
       entity.owner_uids AS owner_uids,
       entity.profile AS profile,
       entity.profile_statements AS profile_statements,
       entity.profile_turns AS profile_turns,
       entity.profile_dates AS profile_dates,
       entity.profile_weights AS profile_weights,
       entity.tags AS tags,
       owners, parts, person_uid
