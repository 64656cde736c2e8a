// name: unlink_same_person
// returns: none
// Takes away such links that hold no longer.
UNWIND $rows AS row
MATCH (source:Person {uid: row.from})-[link:SAME_PERSON_AS]->(:Person {uid: row.to})
WHERE source.space = $space
DELETE link
