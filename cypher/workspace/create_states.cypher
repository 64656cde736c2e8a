// name: create_states
// returns: one
// New states of roles, each with its chunk and its speaker.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.chunk_uid})
MATCH (speaker:Person {uid: row.properties.speaker_uid})
MATCH (role:Role|Retracted {uid: row.properties.role_uid})
CREATE (chunk)-[:GAVE]->(state:State:Statement)-[:STATED_BY]->(speaker)
CREATE (role)-[:HAS_STATE]->(state)
SET state = row.properties,
    state.said_at = localdatetime(row.times.said_at),
    state.valid_from = localdatetime(row.times.valid_from),
    state.valid_to = localdatetime(row.times.valid_to),
    state.recorded_at = datetime()
RETURN count(*) AS written
