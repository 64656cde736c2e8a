// name: place_chunks
// returns: none
// Gives chunks that stay their place in a session that is cut anew around them.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.uid})
SET chunk.place = row.place
