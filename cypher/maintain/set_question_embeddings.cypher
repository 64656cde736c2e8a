// name: set_question_embeddings
// returns: none
// Replaces the vectors of these questions.
UNWIND $rows AS row
MATCH (question:Question {uid: row.uid})
CALL db.create.setNodeVectorProperty(question, 'embedding', row.embedding)
