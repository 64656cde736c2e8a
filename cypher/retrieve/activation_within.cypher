// name: activation_within
// returns: one
// As activation, only within these conversations.
CYPHER 25
CALL () {
  MATCH (entry:Turn)
    SEARCH entry IN (
      VECTOR INDEX turn_vector
      FOR $vector
      WHERE entry.space = $space
        AND entry.conversation_id IN $conversations
        AND entry.said_at >= $said_from
        AND entry.said_at <= $said_to
      LIMIT $looked_at
    )
  // The index is approximate, the more so the more spaces it holds: more are looked at than kept.
  WITH entry, 2 * vector.similarity.cosine(entry.embedding, $vector) - 1 AS similarity
  ORDER BY similarity DESC, entry.conversation_id, entry.said_at, entry.position
  LIMIT $entries
  WITH entry, similarity
  WHERE similarity >= $least_similarity
  RETURN collect({turn: entry, activation: similarity}) AS entries
}
CALL (entries) {
  UNWIND entries AS entry
  WITH entry.turn AS source, entry.activation AS reached
  CALL (source) {
    MATCH (source)<-[:MENTIONED_IN]-(:Entity)-[:RECONCILED_INTO]-{0,2}(:Entity {layer: 'session'})
          -[:MENTIONED_IN]->(target:Turn)
    WITH DISTINCT target, source
    WHERE target <> source
      AND target.space = $space
      AND target.conversation_id IN $conversations
      AND target.said_at >= $said_from
      AND target.said_at <= $said_to
    ORDER BY vector.similarity.cosine(target.embedding, $vector) DESC,
             target.conversation_id, target.said_at, target.position
    LIMIT $fan
    RETURN target, 'entity' AS link, toFloat($entity) AS weight
    UNION ALL
    MATCH (source)<-[:EVIDENCED_BY]-(near:Statement)-[:ANSWERED_BY]-{0,1}(far:Statement)
          -[:EVIDENCED_BY]->(target:Turn)
    WHERE near.space = $space
      AND near.said_at <= $said_to
      AND far.space = $space
      AND far.said_at <= $said_to
    WITH DISTINCT target, source
    WHERE target <> source
      AND target.space = $space
      AND target.conversation_id IN $conversations
      AND target.said_at >= $said_from
      AND target.said_at <= $said_to
    ORDER BY vector.similarity.cosine(target.embedding, $vector) DESC,
             target.conversation_id, target.said_at, target.position
    LIMIT $fan
    RETURN target, 'answer' AS link, toFloat($answer) AS weight
    UNION ALL
    MATCH (target:Turn)
      SEARCH target IN (
        VECTOR INDEX turn_vector
        FOR source.embedding
        WHERE target.space = $space
          AND target.conversation_id IN $conversations
          AND target.said_at >= $said_from
          AND target.said_at <= $said_to
        LIMIT $like
      ) SCORE AS score
    WHERE 2 * score - 1 >= $like_least
      AND target <> source
    RETURN target, 'meaning' AS link, 2 * score - 1 AS weight
    UNION ALL
    MATCH (source)-[:NEXT]-{1,2}(target:Turn)
    WHERE target.space = $space
      AND target.conversation_id IN $conversations
      AND target.said_at >= $said_from
      AND target.said_at <= $said_to
    WITH DISTINCT target,
         abs(duration.inSeconds(source.said_at, target.said_at).seconds) / 3600.0 AS apart
    WHERE apart <= $hours
    WITH target, 1 - apart / $hours AS near
    RETURN target,
           'time' AS link,
           CASE WHEN near < $least_time THEN toFloat($least_time) ELSE near END AS weight
  }
  RETURN collect({source: source, target: target, link: link, weight: weight,
                  activation: reached * $decay * weight}) AS first
}
CALL (entries, first) {
  UNWIND first AS row
  WITH entries, row.target AS source, max(row.activation) AS reached
  WHERE reached >= $least_activation
    AND none(entry IN entries WHERE entry.turn = source)
  ORDER BY reached DESC, vector.similarity.cosine(source.embedding, $vector) DESC,
           source.conversation_id, source.said_at, source.position
  LIMIT $budget
  RETURN collect({turn: source, activation: reached}) AS passing
}
CALL (passing) {
  UNWIND passing AS row
  WITH row.turn AS source, row.activation AS reached
  CALL (source) {
    MATCH (source)<-[:MENTIONED_IN]-(:Entity)-[:RECONCILED_INTO]-{0,2}(:Entity {layer: 'session'})
          -[:MENTIONED_IN]->(target:Turn)
    WITH DISTINCT target, source
    WHERE target <> source
      AND target.space = $space
      AND target.conversation_id IN $conversations
      AND target.said_at >= $said_from
      AND target.said_at <= $said_to
    ORDER BY vector.similarity.cosine(target.embedding, $vector) DESC,
             target.conversation_id, target.said_at, target.position
    LIMIT $fan
    RETURN target, 'entity' AS link, toFloat($entity) AS weight
    UNION ALL
    MATCH (source)<-[:EVIDENCED_BY]-(near:Statement)-[:ANSWERED_BY]-{0,1}(far:Statement)
          -[:EVIDENCED_BY]->(target:Turn)
    WHERE near.space = $space
      AND near.said_at <= $said_to
      AND far.space = $space
      AND far.said_at <= $said_to
    WITH DISTINCT target, source
    WHERE target <> source
      AND target.space = $space
      AND target.conversation_id IN $conversations
      AND target.said_at >= $said_from
      AND target.said_at <= $said_to
    ORDER BY vector.similarity.cosine(target.embedding, $vector) DESC,
             target.conversation_id, target.said_at, target.position
    LIMIT $fan
    RETURN target, 'answer' AS link, toFloat($answer) AS weight
  }
  RETURN collect({source: source, target: target, link: link, weight: weight,
                  activation: reached * $decay * weight}) AS second
}
UNWIND [entry IN entries | {source: null, target: entry.turn, link: 'entry', weight: 1.0,
                             activation: entry.activation}] + first + second AS row
WITH row, [one IN passing | one.turn] AS passing
// One row, since a client pays more for a row than for what is in it.
RETURN collect({source: row.source.uid, target: row.target.uid, link: row.link,
                weight: row.weight, activation: row.activation,
                passes: row.target IN passing}) AS links
