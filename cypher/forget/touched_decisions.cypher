// name: touched_decisions
// returns: many
// The decisions on record about any of these people and things.
MATCH (decision:Decision {space: $space})
WHERE any(uid IN decision.left_uids + decision.right_uids WHERE uid IN $uids)
RETURN properties(decision) AS properties
ORDER BY decision.uid
