// name: create_answer_vector_index
// returns: none
// The semantic entry point to answers. The properties after WITH filter inside the index and cannot
// be added later, so they are complete from the start.
CYPHER 25
CREATE VECTOR INDEX answer_vector IF NOT EXISTS
FOR (answer:Answer) ON answer.embedding
WITH [answer.space, answer.conversation_id, answer.session_id, answer.speaker_uid, answer.said_at,
      answer.subject_uid, answer.kind, answer.network, answer.valid_from, answer.valid_to,
      answer.recorded_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
