// name: write_turns
// returns: none
// New turns of sessions of one conversation, each with its speaker and its vector; each waits for
// extraction.
UNWIND $turns AS row
MATCH (session:Session {uid: row.session_uid})
MATCH (person:Person {uid: row.speaker_uid})
CREATE (session)-[:HAS_TURN]->(turn:Turn)-[:SPOKEN_BY]->(person)
SET turn = row.properties,
    turn.space = $space,
    turn.conversation_id = $conversation_id,
    turn.recorded_at = datetime(),
    turn.waiting_since = datetime()
WITH turn, row
CALL db.create.setNodeVectorProperty(turn, 'embedding', row.embedding)
