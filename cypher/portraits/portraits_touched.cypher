// name: portraits_touched
// returns: many
// The portraits of whoever takes part in these conversations, of whatever they speak of, and of
// the people and session-layer entities of $uids: of the whole that each stands in, and of a human
// that of who stands for them.
CALL () {
  UNWIND $conversation_uids AS uid
  MATCH (:Conversation {uid: uid})<-[:PARTICIPATED_IN]-(person:Person)
  RETURN person AS part
  UNION
  UNWIND $conversation_ids AS conversation_id
  MATCH (entity:Entity {space: $space, conversation_id: conversation_id})
  RETURN entity AS part
  UNION
  UNWIND $uids AS uid
  MATCH (person:Person {uid: uid})
  RETURN person AS part
  UNION
  UNWIND $uids AS uid
  MATCH (entity:Entity {uid: uid})
  RETURN entity AS part
}
MATCH (part)-[:RECONCILED_INTO|IS_PERSON|SAME_PERSON_AS*0..5]->(whole)<-[:PORTRAYS]-
      (portrait:Portrait)
WHERE portrait.space = $space AND NOT EXISTS { (whole)-[:SAME_PERSON_AS]->(:Person) }
RETURN DISTINCT portrait.uid AS uid, portrait.of_uid AS of_uid
ORDER BY uid
