// name: write_entities
// returns: one
// Session-layer entities as all their chunks together have them.
UNWIND $rows AS row
MERGE (entity:Entity {uid: row.uid})
  ON CREATE SET entity.recorded_at = datetime()
SET entity += row.properties,
    entity.first_said_at = localdatetime(row.first_said_at),
    entity.last_said_at = localdatetime(row.last_said_at)
RETURN count(*) AS written
