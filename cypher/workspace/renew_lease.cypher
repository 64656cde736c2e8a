// name: renew_lease
// returns: one
// Gives the owner of a lease so many seconds more; false where somebody else has it by now.
OPTIONAL MATCH (lease:Lease {uid: $lease_uid})
SET lease.space = $space
WITH lease
CALL (lease) {
  WITH lease
  WHERE lease.owner = $owner
  SET lease.expires_at = datetime.realtime() + duration({milliseconds: $milliseconds})
  RETURN count(*) AS renewed
}
RETURN renewed > 0 AS held
