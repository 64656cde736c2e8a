// name: count_people_in_blocks
// returns: many
// How many people each block holds, some left out; of a crowd no more are counted than need be.
UNWIND $rows AS row
CALL (row) {
  CALL db.index.fulltext.queryNodes('person_blocks', row.token) YIELD node AS person
  WITH person
  WHERE person.space = $space AND NOT person.uid IN $without
  LIMIT $most
  RETURN count(person) AS people
}
RETURN row.block AS block, people
