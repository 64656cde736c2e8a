// name: create_answers
// returns: one
// New answers, each with its chunk, its speaker and its vector.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.chunk_uid})
MATCH (speaker:Person {uid: row.properties.speaker_uid})
CREATE (chunk)-[:GAVE]->(answer:Answer:Statement)-[:STATED_BY]->(speaker)
SET answer = row.properties,
    answer.said_at = localdatetime(row.times.said_at),
    answer.valid_from = localdatetime(row.times.valid_from),
    answer.valid_to = localdatetime(row.times.valid_to),
    answer.recorded_at = datetime()
WITH answer, row
CALL db.create.setNodeVectorProperty(answer, 'embedding', row.embedding)
RETURN count(*) AS written
