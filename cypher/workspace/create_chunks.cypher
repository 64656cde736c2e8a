// name: create_chunks
// returns: one
// New chunks of recorded sessions.
UNWIND $rows AS row
MATCH (session:Session {uid: row.session_uid})
CREATE (session)-[:HAS_CHUNK]->(chunk:Chunk)
SET chunk = row.properties, chunk.recorded_at = datetime()
RETURN count(*) AS written
