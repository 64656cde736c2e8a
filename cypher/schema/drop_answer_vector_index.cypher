// name: drop_answer_vector_index
// returns: none
// Removes the vector index, so that it can be made again for another dimension.
DROP INDEX answer_vector IF EXISTS
