// name: set_answer_embeddings
// returns: none
// Replaces the vectors of these answers.
UNWIND $rows AS row
MATCH (answer:Answer {uid: row.uid})
CALL db.create.setNodeVectorProperty(answer, 'embedding', row.embedding)
