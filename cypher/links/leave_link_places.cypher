// name: leave_link_places
// returns: none
// Notes with their sessions that chunks go, and the places in groups that their statements leave.
UNWIND $chunk_uids AS uid
MATCH (session:Session)-[:HAS_CHUNK]->(chunk:Chunk {uid: uid})
SET session.relink = true
WITH session, chunk
MATCH (chunk)-[:GAVE]->(statement:Answer|Role)
WHERE statement.order_key IS NOT NULL
WITH DISTINCT session, statement
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
