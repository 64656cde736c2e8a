// name: create_turn_vector_index
// returns: none
// The semantic entry point to turns. The properties after WITH filter inside the index and cannot
// be added later, so they are complete from the start.
CYPHER 25
CREATE VECTOR INDEX turn_vector IF NOT EXISTS
FOR (turn:Turn) ON turn.embedding
WITH [turn.space, turn.conversation_id, turn.session_id, turn.speaker_uid, turn.said_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
