// name: note_stage
// returns: none
// Keeps how far the owner of a lease is with what it extracts, for whoever asks another process.
MATCH (lease:Lease {uid: $lease_uid})
WHERE lease.owner = $owner
SET lease.stage = $stage,
    lease.done = $done,
    lease.total = $total
