// name: ledger_state
// returns: many
// Every decision of a space, as far as writing more needs to know it.
MATCH (decision:Decision {space: $space})
RETURN decision.uid AS uid,
       decision.digest AS digest,
       decision.in_force AS in_force,
       decision.left_uids AS left_uids,
       decision.right_uids AS right_uids
