// name: processes_near_within
// returns: many
// As processes_near, only of these conversations and people, and where named of one session.
CYPHER 25
MATCH (answer:Answer)
  SEARCH answer IN (
    VECTOR INDEX answer_vector
    FOR $vector
    WHERE answer.space = $space
      AND answer.kind = 'process'
      AND answer.conversation_id IN $conversations
      AND answer.speaker_uid IN $people
      AND answer.session_id >= $session_from
      AND answer.session_id <= $session_to
      AND answer.said_at >= $said_from
      AND answer.said_at <= $said_to
    LIMIT $limit
  ) SCORE AS score
RETURN answer.uid AS answer, 2 * score - 1 AS cosine
ORDER BY cosine DESC, answer
