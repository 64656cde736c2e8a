// name: portraits_to_word
// returns: many
// Portraits that no model has worded as they are now, and that may be tried: by whom or what they
// are of, those of the fewest changes first.
MATCH (portrait:Portrait {space: $space})
USING INDEX portrait:Portrait(space)
WHERE portrait.sentences <> '[]'
  AND coalesce(portrait.worded_version <> portrait.version, true)
  AND coalesce(portrait.retry_at <= datetime(), true)
RETURN portrait.of_uid AS of_uid
ORDER BY portrait.version, of_uid
LIMIT $most
