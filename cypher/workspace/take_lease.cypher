// name: take_lease
// returns: one
// Lets one owner extract a space for so many seconds, where nobody does or their time is up.
MERGE (lease:Lease {uid: $lease_uid})
  ON CREATE SET lease.recorded_at = datetime()
SET lease.space = $space  // locks it: of two who ask at once one is refused
WITH lease,
     coalesce(lease.owner = $owner OR lease.expires_at <= datetime.realtime(), true) AS free
CALL (lease, free) {
  WITH lease
  WHERE free
  SET lease.owner = $owner,
      lease.expires_at = datetime.realtime() + duration({milliseconds: $milliseconds}),
      lease.stage = null,
      lease.done = null,
      lease.total = null
}
RETURN free AS taken
