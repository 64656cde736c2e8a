// name: turns_by_text
// returns: many
// The turns that share words with the question, best first. The query string carries the scope's
// keys as required terms of weight zero, so a score of zero means that only they matched.
CALL db.index.fulltext.queryNodes('turn_text', $lucene, {limit: $limit}) YIELD node AS turn, score
WHERE score > 0
  AND turn.space = $space
  AND $said_from <= turn.said_at <= $said_to
RETURN turn.uid AS uid, score
ORDER BY score DESC, uid
