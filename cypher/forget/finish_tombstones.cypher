// name: finish_tombstones
// returns: none
// Tombstones of which everything is done.
UNWIND $uids AS uid
MATCH (tombstone:Forgotten {uid: uid})
REMOVE tombstone.unfinished, tombstone.places, tombstone.touched
