// name: set_statements_aside
// returns: one
// Statements that are taken back, with their states: without the labels by which they are found,
// their places in groups, and the links that they gave.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.uid})
MATCH (retraction:Retraction {uid: row.retraction_uid})
CALL (statement) {
  MATCH (statement)-[link:SUPERSEDES|CORRECTS|CONFLICTS_WITH|SUPPORTS|FOLLOWS|RELATED]-()
  DELETE link
}
CALL (statement) {
  MATCH (statement)-[:SUBJECT]->(:Entity)-[link:RELATES_TO]->()
  WHERE link.answer_uid = statement.uid
  DELETE link
}
CALL (statement) {
  MATCH (statement)-[place:SUBJECT|NAMES]->()
  REMOVE place.slot_at, place.again_at, place.subject_at, place.predicate_at,
         place.thing_at, place.pair_at, place.opinion_at
}
CALL (statement, retraction) {
  MATCH (statement)-[:HAS_STATE]->(state:State)
  SET state.stood_as = 'State', state:Retracted
  REMOVE state:State:Statement
  MERGE (retraction)-[:TAKES_BACK]->(state)
}
SET statement.stood_as = CASE WHEN statement:Answer THEN 'Answer' ELSE 'Role' END,
    statement:Retracted
REMOVE statement:Answer:Role:Statement, statement.order_key, statement.link_digest
MERGE (retraction)-[:TAKES_BACK]->(statement)
RETURN count(*) AS written
