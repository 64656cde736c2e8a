// name: unfinished_tombstones
// returns: many
// What was begun to be forgotten, and is yet to be followed up.
MATCH (tombstone:Forgotten {space: $space})
WHERE tombstone.unfinished
RETURN tombstone.uid AS uid, tombstone.places AS places, tombstone.touched AS touched
ORDER BY uid
