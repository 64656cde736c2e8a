// name: link_chunk_mentions
// returns: one
// Which chunk mentions an entity, and what it contributes to it.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.from})
MATCH (entity:Entity {uid: row.to})
CREATE (chunk)-[mention:MENTIONS]->(entity)
SET mention = row.properties
RETURN count(*) AS written
