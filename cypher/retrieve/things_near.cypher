// name: things_near
// returns: many
// The entities of a space nearest to a question by their profiles, or by a name that stands in it
// (cosine 1), and of each the turns nearest to the question that mention it.
CYPHER 25
CALL () {
  MATCH (entity:Entity)
    SEARCH entity IN (
      VECTOR INDEX entity_vector
      FOR $vector
      WHERE entity.space = $space
        AND entity.layer = 'conversation'
      LIMIT $things
    ) SCORE AS score
  RETURN entity AS thing, score
  UNION ALL
  UNWIND $lucene AS names
  CALL db.index.fulltext.queryNodes('entity_text', names) YIELD node AS entity
  WHERE entity.space = $space
    AND entity.layer = 'session'
  MATCH (entity)-[:RECONCILED_INTO]->{1,2}(thing:Entity {layer: 'conversation'})
  RETURN thing, 1.0 AS score
}
WITH thing, max(score) AS score
ORDER BY score DESC, thing.uid
LIMIT 2 * $things
CALL (thing) {
  MATCH (thing)<-[:RECONCILED_INTO]-{1,2}(entity:Entity {layer: 'session'})
        -[:MENTIONED_IN]->(turn:Turn)
  WHERE turn.space = $space
    AND $said_from <= turn.said_at <= $said_to
  WITH DISTINCT turn
  ORDER BY vector.similarity.cosine(turn.embedding, $vector) DESC, turn.uid
  LIMIT $limit
  RETURN collect(turn.uid) AS turns
}
RETURN thing.name AS name,
       thing.type AS type,
       2 * score - 1 AS cosine,
       turns
ORDER BY cosine DESC, thing.uid
