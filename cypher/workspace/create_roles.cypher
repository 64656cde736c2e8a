// name: create_roles
// returns: one
// New roles of session-layer entities, each with its chunk and its speaker.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.chunk_uid})
MATCH (speaker:Person {uid: row.properties.speaker_uid})
MATCH (entity:Entity {uid: row.properties.entity_uid})
CREATE (chunk)-[:GAVE]->(role:Role:Statement)-[:STATED_BY]->(speaker)
CREATE (entity)-[:HAS_ROLE]->(role)
SET role = row.properties,
    role.said_at = localdatetime(row.times.said_at),
    role.valid_from = localdatetime(row.times.valid_from),
    role.valid_to = localdatetime(row.times.valid_to),
    role.recorded_at = datetime()
RETURN count(*) AS written
