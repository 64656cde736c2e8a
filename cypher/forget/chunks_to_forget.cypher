// name: chunks_to_forget
// returns: many
// The chunks of sessions that are read again, and the facts of callers that rest on turns that go,
// or are about people who go.
UNWIND $session_uids AS uid
MATCH (session:Session {uid: uid})-[:HAS_CHUNK]->(chunk:Chunk)
WHERE NOT chunk.facts
   OR session.uid IN $emptied
   OR EXISTS { (chunk)-[:GAVE]->(:Statement)-[:EVIDENCED_BY]->(turn:Turn)
               WHERE turn.uid IN $turn_uids }
   OR EXISTS { (chunk)-[mention:MENTIONS]->(:Entity)
               WHERE any(turn IN mention.turn_uids WHERE turn IN $turn_uids) }
   OR EXISTS { (chunk)-[:GAVE]->(:Statement)-->(person:Person) WHERE person.uid IN $people }
RETURN chunk.uid AS uid, chunk.facts AS facts
ORDER BY uid
