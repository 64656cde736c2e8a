// name: stored_chunks
// returns: many
// The chunks that stand of these sessions, in order.
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})-[:HAS_CHUNK]->(chunk:Chunk)
RETURN uid AS session_uid,
       chunk.session_id AS session_id,
       chunk.uid AS uid,
       chunk.digest AS digest,
       chunk.extracted_by AS extracted_by,
       chunk.place AS place,
       chunk.facts AS facts
ORDER BY session_uid, facts, place, uid
