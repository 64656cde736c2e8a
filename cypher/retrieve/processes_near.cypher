// name: processes_near
// returns: many
// The answers of a space that tell how something is done, nearest in meaning first. Every filter
// works inside the index.
CYPHER 25
MATCH (answer:Answer)
  SEARCH answer IN (
    VECTOR INDEX answer_vector
    FOR $vector
    WHERE answer.space = $space
      AND answer.kind = 'process'
      AND answer.said_at >= $said_from
      AND answer.said_at <= $said_to
    LIMIT $limit
  ) SCORE AS score
RETURN answer.uid AS answer, 2 * score - 1 AS cosine
ORDER BY cosine DESC, answer
