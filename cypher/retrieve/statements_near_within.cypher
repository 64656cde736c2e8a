// name: statements_near_within
// returns: one
// As statements_near, only of what these people say in these conversations, and where named in one
// session.
CYPHER 25
// The index is approximate, the more so the more spaces it holds: more are looked at than kept.
CALL () {
  UNWIND CASE WHEN 'answers' IN $paths THEN [1] ELSE [] END AS once
  MATCH (statement:Answer)
    SEARCH statement IN (
      VECTOR INDEX answer_vector
      FOR $vector
      WHERE statement.space = $space
        AND statement.conversation_id IN $conversations
        AND statement.speaker_uid IN $people
        AND statement.session_id >= $session_from
        AND statement.session_id <= $session_to
        AND statement.network IN $networks
        AND statement.said_at >= $said_from
        AND statement.said_at <= $said_to
      LIMIT $looked_at
    )
  WITH statement, vector.similarity.cosine(statement.embedding, $vector) AS score
  ORDER BY score DESC, statement.conversation_id, statement.said_at, statement.text
  LIMIT $limit
  RETURN statement, score, 'answers' AS path
  UNION ALL
  UNWIND CASE WHEN 'processes' IN $paths THEN [1] ELSE [] END AS once
  MATCH (statement:Answer)
    SEARCH statement IN (
      VECTOR INDEX answer_vector
      FOR $vector
      WHERE statement.space = $space
        AND statement.kind = 'process'
        AND statement.conversation_id IN $conversations
        AND statement.speaker_uid IN $people
        AND statement.session_id >= $session_from
        AND statement.session_id <= $session_to
        AND statement.network IN $networks
        AND statement.said_at >= $said_from
        AND statement.said_at <= $said_to
      LIMIT $looked_at
    )
  WITH statement, vector.similarity.cosine(statement.embedding, $vector) AS score
  ORDER BY score DESC, statement.conversation_id, statement.said_at, statement.text
  LIMIT $limit
  RETURN statement, score, 'processes' AS path
  UNION ALL
  UNWIND CASE WHEN 'questions' IN $paths THEN [1] ELSE [] END AS once
  MATCH (statement:Question)
    SEARCH statement IN (
      VECTOR INDEX question_vector
      FOR $vector
      WHERE statement.space = $space
        AND statement.conversation_id IN $conversations
        AND statement.speaker_uid IN $people
        AND statement.session_id >= $session_from
        AND statement.session_id <= $session_to
        AND statement.said_at >= $said_from
        AND statement.said_at <= $said_to
      LIMIT $looked_at
    )
  WITH statement, vector.similarity.cosine(statement.embedding, $vector) AS score
  ORDER BY score DESC, statement.conversation_id, statement.said_at, statement.text
  LIMIT $limit
  RETURN statement, score, 'questions' AS path
}
WITH statement, score, path
ORDER BY score DESC, statement.conversation_id, statement.said_at, statement.text
// One row, since a client pays more for a row than for what is in it.
RETURN collect({
         conversation_id: statement.conversation_id,
         turns: statement.statement_turns,
         path: path,
         cosine: 2 * score - 1,
         dated: statement.precision IS NOT NULL,
         frequency: size(statement.evidence_turn_ids)
       }) AS statements
