// name: unlink_decisions
// returns: none
// Takes away links to what a decision is no longer on.
UNWIND $rows AS row
MATCH (decision:Decision {uid: row.from})-[on:ON {side: row.side}]->(target)
WHERE decision.space = $space AND target.uid = row.to
DELETE on
