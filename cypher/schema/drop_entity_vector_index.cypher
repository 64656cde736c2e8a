// name: drop_entity_vector_index
// returns: none
// Removes the vector index, so that it can be made again for another dimension.
DROP INDEX entity_vector IF EXISTS
