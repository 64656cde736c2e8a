// name: end_retraction
// returns: none
// Takes a retraction back, which stays on record.
MATCH (retraction:Retraction {uid: $uid})
SET retraction.in_force = false, retraction.undone_at = datetime($undone_at)
