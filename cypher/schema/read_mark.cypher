// name: read_mark
// returns: optional
// What the database holds: schema version, embedding model and dimension.
MATCH (mark:GraphMem {uid: 'graphmem'})
RETURN mark.schema_version AS schema_version,
       mark.embedding_model AS embedding_model,
       mark.embedding_dimension AS embedding_dimension
