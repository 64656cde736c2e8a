// name: turns_about_people
// returns: many
// The turns that people speak, that statements about them or naming them rest on, and that mention
// what is taken for them.
CALL () {
  UNWIND $people AS uid
  MATCH (person:Person {uid: uid})
  MATCH (turn:Turn)-[:SPOKEN_BY]->(person)
  RETURN turn
  UNION
  UNWIND $people AS uid
  MATCH (person:Person {uid: uid})
  MATCH (statement:Statement)-[:SUBJECT|NAMES|ABOUT]->(person)
  MATCH (statement)-[:EVIDENCED_BY {part: 'statement'}]->(turn:Turn)
  RETURN turn
  UNION
  MATCH (retraction:Retraction {space: $space})-[:AT]->(turn:Turn)
  USING INDEX retraction:Retraction(space)
  WHERE retraction.subject_uid IN $people + $entities
  RETURN turn
  UNION
  UNWIND $entities AS uid
  MATCH (entity:Entity {uid: uid})-[:MENTIONED_IN]->(turn:Turn)
  RETURN turn
  UNION
  UNWIND $entities AS uid
  MATCH (entity:Entity {uid: uid})
  MATCH (statement:Statement)-[:SUBJECT|NAMES|ABOUT]->(entity)
  MATCH (statement)-[:EVIDENCED_BY {part: 'statement'}]->(turn:Turn)
  RETURN turn
  UNION
  UNWIND $entities AS uid
  MATCH (entity:Entity {uid: uid})-[:HAS_ROLE]->(:Role)-[:EVIDENCED_BY {part: 'statement'}]->(turn)
  RETURN turn
}
WITH turn
WHERE turn.space = $space
RETURN DISTINCT turn.uid AS uid, turn.conversation_id AS conversation_id
ORDER BY conversation_id, uid
