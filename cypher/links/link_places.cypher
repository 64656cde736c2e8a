// name: link_places
// returns: many
// Where statements stand in the groups within which they are linked, as it was when they were
// linked last.
UNWIND $uids AS uid
MATCH (statement:Statement {uid: uid})
CALL (statement) {
  MATCH (statement)-[place:SUBJECT|NAMES]->(named)
  UNWIND [
    ['slot', place.slot_at, null],
    ['again', place.again_at, null],
    ['subject', place.subject_at, null],
    ['predicate', place.predicate_at, null],
    ['thing', place.thing_at, named.uid],
    ['pair', place.pair_at, named.uid],
    ['opinion', place.opinion_at, named.uid]
  ] AS one
  WITH one
  WHERE one[1] IS NOT NULL
  RETURN collect(one) AS places
}
RETURN statement.uid AS uid,
       statement.order_key AS order_key,
       statement.link_digest AS link_digest,
       places
