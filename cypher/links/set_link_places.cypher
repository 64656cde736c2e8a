// name: set_link_places
// returns: one
// Where statements stand in the groups within which they are linked.
UNWIND $rows AS row
MATCH (statement:Statement {uid: row.uid})
WHERE statement.space = $space
SET statement.order_key = row.order_key, statement.link_digest = row.link_digest
WITH statement, row
CALL (statement, row) {
  MATCH (statement)-[place:SUBJECT]->()
  SET place.slot_at = row.slot,
      place.again_at = row.again,
      place.subject_at = row.subject,
      place.predicate_at = row.predicate
  RETURN count(*) AS subjects
}
CALL (statement, row) {
  MATCH (statement)-[place:NAMES]->(named)
  SET place.thing_at = row.thing[named.uid],
      place.pair_at = row.pair[named.uid],
      place.opinion_at = row.opinion[named.uid]
  RETURN count(*) AS names
}
RETURN count(*) AS written
