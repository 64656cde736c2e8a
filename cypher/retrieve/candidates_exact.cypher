// name: candidates_exact
// returns: one
// As candidates_within, by looking at every turn of the scope instead of the vector index; null
// for conversations and people means all of them. With $network only turns that state something of
// it are found; their neighbours may state anything.
CYPHER 25
CALL () {
  // The query strings carry the scope's keys as required terms of weight zero, so a score of zero
  // means that only they matched.
  UNWIND $lucene AS words
  CALL db.index.fulltext.queryNodes('turn_text', words, {limit: $looked_at})
    YIELD node AS turn, score
  WHERE score > 0
    AND turn.space = $space
    AND $said_from <= turn.said_at <= $said_to
    AND ($network IS NULL OR EXISTS {
      MATCH (turn)<-[evidence:EVIDENCED_BY]-(statement:Statement)
      WHERE evidence.part = 'statement'
        AND NOT statement:Question
        AND statement.network = $network
        AND statement.space = $space
        AND $said_from <= statement.said_at <= $said_to
    })
  WITH turn, score
  ORDER BY score DESC, turn.conversation_id, turn.said_at, turn.position
  LIMIT $limit
  RETURN turn, 1 AS path
  UNION ALL
  MATCH (turn:Turn {space: $space})
  WHERE $meaning
    AND ($conversations IS NULL OR turn.conversation_id IN $conversations)
    AND ($people IS NULL OR turn.speaker_uid IN $people)
    AND turn.session_id >= $session_from
    AND turn.session_id <= $session_to
    AND turn.said_at >= $said_from
    AND turn.said_at <= $said_to
    AND turn.embedding IS NOT NULL
    AND ($network IS NULL OR EXISTS {
      MATCH (turn)<-[evidence:EVIDENCED_BY]-(statement:Statement)
      WHERE evidence.part = 'statement'
        AND NOT statement:Question
        AND statement.network = $network
        AND statement.space = $space
        AND $said_from <= statement.said_at <= $said_to
    })
  WITH turn, vector.similarity.cosine(turn.embedding, $vector) AS score
  ORDER BY score DESC, turn.conversation_id, turn.said_at, turn.position
  LIMIT $limit
  RETURN turn, 2 AS path
  UNION ALL
  UNWIND $further AS uid
  // Planned on an empty database, the index on space would look as good, and scan it for each uid.
  MATCH (turn:Turn {uid: uid})
  USING INDEX turn:Turn(uid)
  WHERE turn.space = $space
    AND ($conversations IS NULL OR turn.conversation_id IN $conversations)
    AND ($people IS NULL OR turn.speaker_uid IN $people)
    AND $session_from <= turn.session_id <= $session_to
    AND $said_from <= turn.said_at <= $said_to
    AND ($network IS NULL OR EXISTS {
      MATCH (turn)<-[evidence:EVIDENCED_BY]-(statement:Statement)
      WHERE evidence.part = 'statement'
        AND NOT statement:Question
        AND statement.network = $network
        AND statement.space = $space
        AND $said_from <= statement.said_at <= $said_to
    })
  RETURN turn, 4 AS path
}
WITH turn AS found, sum(DISTINCT path) AS paths
MATCH (found)-[:NEXT]-{0,1}(turn:Turn)
WHERE $said_from <= turn.said_at <= $said_to
WITH turn, max(CASE WHEN turn = found THEN paths ELSE 0 END) AS paths
// One row, and times as text: a client pays more for a row, or a time, than for what is in it.
RETURN collect([
         turn.uid, turn.conversation_id, turn.session_id, turn.dia_id, turn.position,
         turn.speaker, turn.speaker_uid, turn.text, turn.caption, toString(turn.said_at), turn.zone,
         coalesce(2 * vector.similarity.cosine(turn.embedding, $vector) - 1, 0.0),
         paths
       ]) AS turns
