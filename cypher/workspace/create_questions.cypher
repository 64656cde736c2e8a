// name: create_questions
// returns: one
// New questions, each with its chunk, who answered, who asked, and its vector.
UNWIND $rows AS row
MATCH (chunk:Chunk {uid: row.chunk_uid})
MATCH (speaker:Person {uid: row.properties.speaker_uid})
MATCH (asker:Person {uid: row.properties.asked_by_uid})
CREATE (chunk)-[:GAVE]->(question:Question:Statement)-[:STATED_BY]->(speaker)
CREATE (question)-[:ASKED_BY]->(asker)
SET question = row.properties,
    question.said_at = localdatetime(row.times.said_at),
    question.valid_from = localdatetime(row.times.valid_from),
    question.valid_to = localdatetime(row.times.valid_to),
    question.recorded_at = datetime()
WITH question, row
CALL db.create.setNodeVectorProperty(question, 'embedding', row.embedding)
RETURN count(*) AS written
