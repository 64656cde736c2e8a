// name: people_in_blocks
// returns: many
// The people in blocks.
CALL db.index.fulltext.queryNodes('person_blocks', $lucene) YIELD node AS person
WHERE person.space = $space
RETURN person.uid AS uid
