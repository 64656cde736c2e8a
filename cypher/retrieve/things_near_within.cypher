// name: things_near_within
// returns: many
// As things_near, only of these conversations, and turns of these people, where named of one
// session.
CYPHER 25
CALL () {
  MATCH (entity:Entity)
    SEARCH entity IN (
      VECTOR INDEX entity_vector
      FOR $vector
      WHERE entity.space = $space
        AND entity.layer = 'conversation'
        AND entity.conversation_id IN $conversations
      LIMIT $things
    ) SCORE AS score
  RETURN entity AS thing, score
  UNION ALL
  UNWIND $lucene AS names
  CALL db.index.fulltext.queryNodes('entity_text', names) YIELD node AS entity
  WHERE entity.space = $space
    AND entity.layer = 'session'
    AND entity.conversation_id IN $conversations
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
    AND turn.speaker_uid IN $people
    AND $session_from <= turn.session_id <= $session_to
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
