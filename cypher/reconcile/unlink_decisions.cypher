// name: unlink_decisions
// returns: none
// Takes away links to what a decision is no longer on.
UNWIND $rows AS row
MATCH (:Decision {uid: row.from})-[on:ON {side: row.side}]->(target)
WHERE target.uid = row.to
DELETE on
