// name: set_turn_embeddings
// returns: none
// Replaces the vectors of these turns.
UNWIND $rows AS row
MATCH (turn:Turn {uid: row.uid})
CALL db.create.setNodeVectorProperty(turn, 'embedding', row.embedding)
