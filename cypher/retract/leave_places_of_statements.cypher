// name: leave_places_of_statements
// returns: none
// Notes with their sessions that statements come or go, and the places in groups that they leave.
UNWIND $uids AS uid
MATCH (session:Session)-[:HAS_CHUNK]->(:Chunk)-[:GAVE]->(statement:Statement|Retracted {uid: uid})
SET session.relink = true
WITH DISTINCT session, statement
WHERE statement.order_key IS NOT NULL
CALL (statement) {
  MATCH (statement)-[place:SUBJECT|NAMES]->()
  UNWIND [
    ['slot', place.slot_at],
    ['again', place.again_at],
    ['subject', place.subject_at],
    ['predicate', place.predicate_at],
    ['thing', place.thing_at],
    ['pair', place.pair_at],
    ['opinion', place.opinion_at]
  ] AS one
  WITH one
  WHERE one[1] IS NOT NULL
  RETURN collect(one[0] + ' ' + one[1]) AS places
}
WITH session, collect('turn ' + statement.order_key) AS turns, collect(places) AS places
SET session.left_places =
  reduce(left = coalesce(session.left_places, []) + turns, some IN places | left + some)
