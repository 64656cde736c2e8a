// name: count_forgotten
// returns: one
// What rests on these turns and goes with them: statements, things of which nothing else speaks, and
// all their links.
CALL () {
  UNWIND $turn_uids AS uid
  MATCH (turn:Turn {uid: uid})
  WHERE turn.space = $space
  MATCH (statement:Statement)-[:EVIDENCED_BY]->(turn)
  RETURN collect(DISTINCT statement) AS statements
}
CALL () {
  UNWIND $turn_uids AS uid
  MATCH (turn:Turn {uid: uid})
  WHERE turn.space = $space
  MATCH (entity:Entity)-[:MENTIONED_IN]->(turn)
  WITH DISTINCT entity
  WHERE NOT EXISTS { (entity)-[:MENTIONED_IN]->(other:Turn) WHERE NOT other.uid IN $turn_uids }
  RETURN collect(entity) AS things
}
CALL () {
  MATCH (turn:Turn)
  WHERE turn.uid IN $turn_uids AND turn.space = $space
  RETURN collect(turn) AS turns
}
CALL (statements, things, turns) {
  UNWIND statements + things + turns AS node
  MATCH (node)-[link]-()
  RETURN count(DISTINCT link) AS links
}
RETURN size(statements) AS statements,
       size(things) AS things,
       links,
       [one IN things | one.uid] + [one IN things | one.key_uid] AS thing_uids
