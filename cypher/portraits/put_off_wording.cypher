// name: put_off_wording
// returns: none
// No portrait that waits to be worded, or only that of $of_uid, is tried again before so many
// seconds are over.
MATCH (portrait:Portrait {space: $space})
USING INDEX portrait:Portrait(space)
WHERE coalesce(portrait.worded_version <> portrait.version, true)
  AND ($of_uid IS NULL OR portrait.of_uid = $of_uid)
SET portrait.retry_at = datetime() + duration({seconds: $seconds})
