// name: release_lease
// returns: none
// Gives a lease back; where the run failed with the reason, and with when it may be tried again:
// with every failure later, up to a bound.
MATCH (lease:Lease {uid: $lease_uid})
SET lease.space = $space
WITH lease
WHERE lease.owner = $owner
WITH lease,
     CASE WHEN $failure IS NOT NULL THEN coalesce(lease.attempts, 0) + 1 END AS attempts
WITH lease, attempts, $seconds * $factor ^ (attempts - 1) AS pause
SET lease.owner = null,
    lease.expires_at = null,
    lease.stage = null,
    lease.done = null,
    lease.total = null,
    lease.failure = $failure,
    lease.attempts = attempts,
    lease.retry_at = CASE WHEN attempts IS NOT NULL THEN datetime() + duration({
      seconds: toInteger(CASE WHEN pause < $most THEN pause ELSE $most END)
    }) END
