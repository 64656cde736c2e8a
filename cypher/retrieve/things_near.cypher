// name: things_near
// returns: many
// The entities of a space nearest to a question by their profiles (where `by_profile`), and those
// of a name that stands in it (cosine 1): `things` of either sort, concepts apart from all else. Of
// each the turns nearest to the question that mention it.
CYPHER 25
CALL () {
  UNWIND CASE WHEN $by_profile THEN [1] ELSE [] END AS once
  MATCH (entity:Entity)
    SEARCH entity IN (
      VECTOR INDEX entity_vector
      FOR $vector
      WHERE entity.space = $space
        AND entity.layer = 'conversation'
      LIMIT $looked_at
    ) SCORE AS score
  WITH entity, score, entity.type = 'concept' AS concept
  ORDER BY score DESC, entity.conversation_id, entity.key, entity.name, entity.uid
  WITH concept, collect({thing: entity, score: score})[..$things] AS best
  UNWIND best AS one
  RETURN one.thing AS thing, one.score AS score
  UNION ALL
  UNWIND $lucene AS names
  CALL db.index.fulltext.queryNodes('entity_text', names) YIELD node AS entity
  WHERE entity.space = $space
    AND entity.layer = 'session'
  MATCH (entity)-[:RECONCILED_INTO]->{1,2}(thing:Entity {layer: 'conversation'})
  WITH thing,
       thing.type = 'concept' AS concept,
       min(entity.first_said_at) AS begun,
       // A profile is made of everything said, so where that is out of scope it orders nothing.
       CASE WHEN $by_profile
         THEN coalesce(vector.similarity.cosine(thing.embedding, $vector), 0.0) ELSE 0.0
       END AS near
  ORDER BY near DESC, thing.conversation_id, begun, thing.key, thing.name, thing.uid
  WITH concept, collect(thing)[..$things] AS best
  UNWIND best AS thing
  RETURN thing, 1.0 AS score
}
WITH thing, max(score) AS score
CALL (thing) {
  MATCH (thing)<-[:RECONCILED_INTO]-{1,2}(entity:Entity {layer: 'session'})
        -[:MENTIONED_IN]->(turn:Turn)
  WHERE turn.space = $space
    AND $said_from <= turn.said_at <= $said_to
  WITH DISTINCT turn
  ORDER BY vector.similarity.cosine(turn.embedding, $vector) DESC, turn.conversation_id,
           turn.said_at, turn.position
  LIMIT $limit
  RETURN collect(turn.uid) AS turns
}
RETURN thing.name AS name,
       thing.type AS type,
       2 * score - 1 AS cosine,
       turns
ORDER BY cosine DESC, thing.conversation_id, thing.key, thing.name, thing.uid
