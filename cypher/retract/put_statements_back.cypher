// name: put_statements_back
// returns: one
// Statements that were taken back stand again, with the links between entities that they give.
UNWIND $rows AS row
MATCH (statement:Retracted {uid: row.uid})
CALL (statement) {
  MATCH (:Retraction)-[link:TAKES_BACK]->(statement)
  DELETE link
}
CALL (statement) {
  MATCH (statement)-[:SUBJECT]->(one:Entity)
  MATCH (statement)-[:NAMES]->(other:Entity)
  WHERE statement.stood_as = 'Answer'
    AND statement.polarity = 'positive'
    AND statement.modality = 'said'
    AND one <> other
  CREATE (one)-[:RELATES_TO {
    predicate: statement.predicate,
    answer_uid: statement.uid,
    valid_from: statement.valid_from,
    valid_to: statement.valid_to
  }]->(other)
}
SET statement:Statement:$(statement.stood_as)
REMOVE statement:Retracted, statement.stood_as
RETURN count(*) AS written
