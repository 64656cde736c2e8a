// name: create_question_vector_index
// returns: none
// The semantic entry point to questions that the dialogue answers, with the filters of turns.
CYPHER 25
CREATE VECTOR INDEX question_vector IF NOT EXISTS
FOR (question:Question) ON question.embedding
WITH [question.space, question.conversation_id, question.session_id, question.speaker_uid,
      question.said_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
