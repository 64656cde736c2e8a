// name: write_mark
// returns: none
// Records what the database holds from now on.
MATCH (mark:GraphMem {uid: 'graphmem'})
SET mark.schema_version = $schema_version,
    mark.embedding_model = $embedding_model,
    mark.embedding_dimension = $embedding_dimension
REMOVE mark.locked_at
