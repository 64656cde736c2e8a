// name: processes_near_exact
// returns: many
// As processes_near_within, by looking at every answer of the scope instead of the index; null for
// conversations and people means all of them.
CYPHER 25
MATCH (answer:Answer {space: $space})
WHERE answer.kind = 'process'
  AND ($conversations IS NULL OR answer.conversation_id IN $conversations)
  AND ($people IS NULL OR answer.speaker_uid IN $people)
  AND answer.session_id >= $session_from
  AND answer.session_id <= $session_to
  AND answer.said_at >= $said_from
  AND answer.said_at <= $said_to
  AND answer.embedding IS NOT NULL
WITH answer.uid AS answer, 2 * vector.similarity.cosine(answer.embedding, $vector) - 1 AS cosine
ORDER BY cosine DESC, answer
LIMIT $limit
RETURN answer, cosine
