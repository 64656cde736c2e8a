// name: write_layer_entities
// returns: one
// Entities of the upper layers, new or changed. The links to people are made anew.
UNWIND $rows AS row
MERGE (entity:Entity {uid: row.uid})
  ON CREATE SET entity.recorded_at = datetime()
SET entity += row.properties
WITH entity
CALL (entity) {
  OPTIONAL MATCH (entity)-[link:BELONGS_TO|SHARED_WITH]->(:Person)
  DELETE link
}
RETURN count(*) AS written
