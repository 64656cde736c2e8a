// name: nodes_of_uids
// returns: many
// People and entities by the beginning of their uid, a few for each, with the conversations in
// which an entity stands.
UNWIND $begins AS begin
CALL (begin) {
  MATCH (person:Person)
  WHERE person.uid STARTS WITH begin AND person.space = $space
  RETURN person.uid AS uid, true AS is_person, [] AS conversation_ids
  LIMIT 6
  UNION ALL
  MATCH (entity:Entity)
  WHERE entity.uid STARTS WITH begin AND entity.space = $space
  WITH entity
  LIMIT 6
  OPTIONAL MATCH (entity)<-[:RECONCILED_INTO]-(below:Entity {layer: 'conversation'})
  WITH entity, collect(below.conversation_id) AS below
  RETURN entity.uid AS uid,
         false AS is_person,
         CASE WHEN entity.conversation_id IS NULL THEN below ELSE [entity.conversation_id] END
           AS conversation_ids
}
RETURN uid, is_person, conversation_ids
