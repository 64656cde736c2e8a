// name: retire_decisions
// returns: none
// These decisions are no longer in force; they stay on record.
UNWIND $uids AS uid
MATCH (decision:Decision {uid: uid})
SET decision.in_force = false
