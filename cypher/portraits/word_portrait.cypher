// name: word_portrait
// returns: optional
// Keeps a portrait as a model worded it, if what it is made from has not changed meanwhile.
MATCH (portrait:Portrait {uid: $uid})
USING INDEX portrait:Portrait(uid)
WHERE portrait.space = $space AND portrait.inputs_digest = $inputs_digest
SET portrait.worded = $worded,
    portrait.worded_by = $worded_by,
    portrait.worded_version = portrait.version,
    portrait.retry_at = null
RETURN portrait.version AS version
