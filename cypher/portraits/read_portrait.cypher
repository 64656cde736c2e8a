// name: read_portrait
// returns: optional
// A portrait as it was made last.
MATCH (portrait:Portrait {uid: $uid})
USING INDEX portrait:Portrait(uid)
WHERE portrait.space = $space
RETURN portrait.name AS name,
       portrait.of_uid AS of_uid,
       portrait.sentences AS sentences,
       portrait.left_out AS left_out,
       portrait.version AS version,
       portrait.inputs_digest AS inputs_digest,
       portrait.worded AS worded
