// name: candidates
// returns: one
// What a question is ranked over: the turns of a space that share words with it, those nearest in
// meaning (where `meaning`), further ones that other paths found, and the neighbours of them all;
// each with its cosine and which path found it (1 words, 2 meaning, 4 further, 0 a neighbour).
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
  WITH turn, score
  ORDER BY score DESC, turn.conversation_id, turn.said_at, turn.position
  LIMIT $limit
  RETURN turn, 1 AS path, null AS near
  UNION ALL
  UNWIND CASE WHEN $meaning THEN [1] ELSE [] END AS once
  MATCH (turn:Turn)
    SEARCH turn IN (
      VECTOR INDEX turn_vector
      FOR $vector
      WHERE turn.space = $space
        AND turn.said_at >= $said_from
        AND turn.said_at <= $said_to
      LIMIT $looked_at
    )
  // The index is approximate, the more so the more spaces it holds: more are looked at than kept.
  WITH turn, vector.similarity.cosine(turn.embedding, $vector) AS near
  ORDER BY near DESC, turn.conversation_id, turn.said_at, turn.position
  LIMIT $limit
  RETURN turn, 2 AS path, near
  UNION ALL
  UNWIND $further AS uid
  // Planned on an empty database, the index on space would look as good, and scan it for each uid.
  MATCH (turn:Turn {uid: uid})
  USING INDEX turn:Turn(uid)
  WHERE turn.space = $space
    AND $said_from <= turn.said_at <= $said_to
  RETURN turn, 4 AS path, null AS near
}
WITH turn AS found, sum(DISTINCT path) AS paths, max(near) AS near
MATCH (found)-[:NEXT]-{0,1}(turn:Turn)
WHERE $said_from <= turn.said_at <= $said_to
// Reading an embedding again is what costs most here.
WITH turn,
     max(CASE WHEN turn = found THEN paths ELSE 0 END) AS paths,
     max(CASE WHEN turn = found THEN near END) AS near
// One row, and times as text: a client pays more for a row, or a time, than for what is in it.
RETURN collect([
         turn.uid, turn.conversation_id, turn.session_id, turn.dia_id, turn.position,
         turn.speaker, turn.speaker_uid, turn.text, turn.caption, toString(turn.said_at), turn.zone,
         coalesce(2 * coalesce(near, vector.similarity.cosine(turn.embedding, $vector)) - 1, 0.0),
         paths
       ]) AS turns
