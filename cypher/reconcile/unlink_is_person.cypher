// name: unlink_is_person
// returns: none
// Takes away such links that hold no longer.
UNWIND $rows AS row
MATCH (source:Entity {uid: row.from})-[link:IS_PERSON]->(:Person {uid: row.to})
WHERE source.space = $space
DELETE link
