// name: delete_chunks
// returns: many
// Removes chunks; the entities that they mentioned are left for their other chunks to keep.
UNWIND $chunk_uids AS uid
MATCH (chunk:Chunk {uid: uid})
OPTIONAL MATCH (chunk)-[:MENTIONS]->(entity:Entity)
WITH chunk, collect(entity.uid) AS entities
DETACH DELETE chunk
WITH entities
UNWIND entities AS uid
RETURN DISTINCT uid
