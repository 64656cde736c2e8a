// name: forget_turns
// returns: one
// Removes turns; a mark without content stays of each.
UNWIND $turn_uids AS uid
MATCH (turn:Turn {uid: uid})
WHERE turn.space = $space
MATCH (tombstone:Forgotten {uid: $tombstone_uid})
DETACH DELETE turn
MERGE (mark:ForgottenTurn {uid: uid})
  ON CREATE SET mark.recorded_at = datetime()
SET mark.space = $space, mark.tombstone_uid = tombstone.uid
RETURN count(*) AS written
