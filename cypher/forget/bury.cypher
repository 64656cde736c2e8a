// name: bury
// returns: none
// The tombstone of something that goes: when, by whom, of what sort and how much; and, until the
// rest is brought up to date, what is still to be looked at.
MERGE (tombstone:Forgotten {uid: $tombstone_uid})
  ON CREATE SET tombstone.recorded_at = datetime()
SET tombstone.space = $space,
    tombstone.sort = $sort,
    tombstone.by = $by,
    tombstone.turns = $turns,
    tombstone.sessions = $sessions,
    tombstone.conversations = $conversations,
    tombstone.people = $people,
    tombstone.unfinished = true,
    tombstone.places = $places,
    tombstone.touched = $touched
