// name: write_person_blocks
// returns: none
// The blocks by which people are found when others are compared with them.
UNWIND $rows AS row
MATCH (person:Person {uid: row.uid})
SET person.blocks = row.blocks
