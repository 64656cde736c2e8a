// name: link_entity_mentions
// returns: one
// The turns that mention an entity.
UNWIND $rows AS row
MATCH (entity:Entity {uid: row.from})
MATCH (turn:Turn {uid: row.to})
CREATE (entity)-[:MENTIONED_IN]->(turn)
RETURN count(*) AS written
