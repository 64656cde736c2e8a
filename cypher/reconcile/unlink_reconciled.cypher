// name: unlink_reconciled
// returns: none
// Takes away such links that hold no longer.
UNWIND $rows AS row
MATCH (source:Entity {uid: row.from})-[link:RECONCILED_INTO]->(:Entity {uid: row.to})
WHERE source.space = $space
DELETE link
