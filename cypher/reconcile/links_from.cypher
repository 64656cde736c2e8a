// name: links_from
// returns: many
// What stands of the links from the sessions of conversations, from entities and from people.
CALL () {
  UNWIND $conversation_ids AS conversation_id
  MATCH (source:Entity {space: $space, conversation_id: conversation_id, layer: 'session'})
  MATCH (source)-[link:RECONCILED_INTO]->(target)
  RETURN source, link, target
  UNION
  UNWIND $entities AS uid
  MATCH (source:Entity {uid: uid})-[link:RECONCILED_INTO]->(target)
  RETURN source, link, target
  UNION
  UNWIND $mentioned AS uid
  MATCH (source:Entity {uid: uid})-[link:IS_PERSON]->(target)
  RETURN source, link, target
  UNION
  UNWIND $people AS uid
  MATCH (source:Person {uid: uid})-[link:SAME_PERSON_AS]->(target)
  RETURN source, link, target
}
WITH source, link, target
WHERE source.space = $space
RETURN type(link) AS type,
       source.uid AS source,
       target.uid AS target,
       link.decision_uid AS decision_uid
