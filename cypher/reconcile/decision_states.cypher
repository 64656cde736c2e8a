// name: decision_states
// returns: many
// These decisions, as far as writing more needs to know them.
UNWIND $uids AS uid
MATCH (decision:Decision {uid: uid})
WHERE decision.space = $space
RETURN decision.uid AS uid,
       decision.digest AS digest,
       decision.in_force AS in_force,
       decision.verdict AS verdict,
       decision.confident AS confident
