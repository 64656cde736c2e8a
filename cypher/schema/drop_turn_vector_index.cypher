// name: drop_turn_vector_index
// returns: none
// Removes the vector index, so that it can be made again for another dimension.
DROP INDEX turn_vector IF EXISTS
