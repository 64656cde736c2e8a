// name: lock_mark
// returns: one
// Takes the write lock that makes schema changes serial, and reads the version under it.
MERGE (mark:GraphMem {uid: 'graphmem'})
  ON CREATE SET mark.schema_version = 0, mark.space = '_graphmem'
SET mark.locked_at = datetime()
RETURN mark.schema_version AS schema_version,
       mark.embedding_model AS embedding_model,
       mark.embedding_dimension AS embedding_dimension
