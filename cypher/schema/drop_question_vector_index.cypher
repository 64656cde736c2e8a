// name: drop_question_vector_index
// returns: none
// Removes the vector index, so that it can be made again for another dimension.
DROP INDEX question_vector IF EXISTS
