// name: around_statements
// returns: many
// The latest statements and roles that tell of these people or entities, how many there are, and
// the people and things that each names besides, as wholes.
CALL () {
  UNWIND $parts AS uid
  CALL (uid) {
    MATCH (:Entity {uid: uid})<-[:SUBJECT|NAMES]-(statement:Statement)
    RETURN statement
    UNION
    MATCH (:Entity {uid: uid})-[:HAS_ROLE]->(statement:Role)
    RETURN statement
    UNION
    MATCH (:Person {uid: uid})<-[:SUBJECT|NAMES]-(statement:Statement)
    RETURN statement
  }
  WITH DISTINCT statement
  WHERE statement.space = $space AND (statement:Answer OR statement:Role)
  WITH statement
  ORDER BY statement.said_at DESC, statement.uid
  RETURN collect(statement) AS told
}
UNWIND told[..$limit] AS statement
MATCH (statement)-[:STATED_BY]->(speaker:Person)
CALL (statement) {
  MATCH (statement)-[:SUBJECT|NAMES]->(named)-[:RECONCILED_INTO|SAME_PERSON_AS*0..8]->(whole)
  WHERE NOT EXISTS { (whole)-[:RECONCILED_INTO|SAME_PERSON_AS]->() }
  WITH DISTINCT whole
  ORDER BY whole.uid
  RETURN collect({uid: whole.uid, name: whole.name, type: whole.type,
                  kind: CASE WHEN whole:Person THEN 'person' ELSE 'entity' END}) AS named
}
RETURN statement.uid AS uid,
       statement.text AS text,
       statement.conversation_id AS conversation_id,
       statement.statement_turns[0] AS dia_id,
       statement.said_at AS said_at,
       speaker.name AS speaker,
       size(told) AS total,
       named
ORDER BY said_at, uid
