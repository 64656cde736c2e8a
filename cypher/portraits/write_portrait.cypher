// name: write_portrait
// returns: optional
// Keep a portrait of a person or an entity; its version counts the changes of what it is made from,
// and what a model made of it before goes with the first of them.
// Nothing is kept where there is no such one any more.
OPTIONAL MATCH (person:Person {uid: $of_uid})
USING INDEX person:Person(uid)
WHERE person.space = $space
OPTIONAL MATCH (entity:Entity {uid: $of_uid})
USING INDEX entity:Entity(uid)
WHERE entity.space = $space
WITH coalesce(person, entity) AS portrayed
WHERE portrayed IS NOT NULL
MERGE (portrait:Portrait {uid: $uid})
ON CREATE SET portrait.space = $space, portrait.version = 0, portrait.inputs_digest = ''
WITH portrait, portrayed, portrait.inputs_digest = $inputs_digest AS same
SET portrait.version = portrait.version + CASE WHEN same THEN 0 ELSE 1 END,
    portrait.worded = CASE WHEN same THEN portrait.worded END,
    portrait.worded_by = CASE WHEN same THEN portrait.worded_by END,
    portrait.worded_version = CASE WHEN same THEN portrait.worded_version END,
    portrait.retry_at = CASE WHEN same THEN portrait.retry_at END,
    portrait.of_uid = $of_uid,
    portrait.name = $label,
    portrait.text = $text,
    portrait.sentences = $sentences,
    portrait.statement_uids = $statement_uids,
    portrait.left_out = $left_out,
    portrait.inputs_digest = $inputs_digest,
    portrait.recorded_at = datetime()
MERGE (portrait)-[:PORTRAYS]->(portrayed)
RETURN portrait.version AS version
