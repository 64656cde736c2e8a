// name: cosines_of_answers
// returns: many
// How near in meaning two answers are; those without a vector are left out.
UNWIND $rows AS row
MATCH (one:Answer {uid: row.from})
USING INDEX one:Answer(uid)
MATCH (other:Answer {uid: row.to})
USING INDEX other:Answer(uid)
WHERE one.space = $space
  AND other.space = $space
  AND one.embedding IS NOT NULL
  AND other.embedding IS NOT NULL
RETURN row.from AS source,
       row.to AS target,
       2 * vector.similarity.cosine(one.embedding, other.embedding) - 1 AS cosine
