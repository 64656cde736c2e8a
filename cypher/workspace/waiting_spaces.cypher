// name: waiting_spaces
// returns: many
// Those of these spaces in which something waits for extraction that may be tried now: how many
// turns, counted up to a bound, how many seconds ago the last was recorded, and whether somebody
// holds the lease. With $wording also those with a portrait that no model has worded.
UNWIND $spaces AS space
WITH space
WHERE EXISTS {
  MATCH (session:Session)
  USING INDEX SEEK session:Session(space, waiting_since)
  WHERE session.space = space
    AND session.waiting_since IS NOT NULL
    AND coalesce(session.retry_at <= datetime(), true)
} OR ($wording AND EXISTS {
  MATCH (portrait:Portrait)
  USING INDEX SEEK portrait:Portrait(space)
  WHERE portrait.space = space
    AND portrait.sentences <> '[]'
    AND coalesce(portrait.worded_version <> portrait.version, true)
    AND coalesce(portrait.retry_at <= datetime(), true)
})
OPTIONAL MATCH (lease:Lease {space: space})
WITH space, lease
WHERE coalesce(lease.retry_at <= datetime(), true)
CALL (space) {
  MATCH (turn:Turn)
  USING INDEX SEEK turn:Turn(space, conversation_id, waiting_since)
  WHERE turn.space = space
    AND turn.conversation_id IS NOT NULL
    AND turn.waiting_since IS NOT NULL
  WITH turn
  LIMIT $most
  RETURN count(turn) AS turns, max(turn.waiting_since) AS last
}
RETURN space,
       turns,
       (datetime.realtime().epochMillis - last.epochMillis) / 1000.0 AS quiet,
       coalesce(lease.expires_at > datetime.realtime(), false) AS taken
