// name: turns_by_vector_exact
// returns: many
// As turns_by_vector_within, by looking at every turn of the scope instead of the index; null for
// conversations and people means all of them.
CYPHER 25
CALL () {
  MATCH (turn:Turn {space: $space})
  WHERE ($conversations IS NULL OR turn.conversation_id IN $conversations)
    AND ($people IS NULL OR turn.speaker_uid IN $people)
    AND turn.session_id >= $session_from
    AND turn.session_id <= $session_to
    AND turn.said_at >= $said_from
    AND turn.said_at <= $said_to
    AND turn.embedding IS NOT NULL
  WITH turn, vector.similarity.cosine(turn.embedding, $vector) AS score
  ORDER BY score DESC, turn.uid
  LIMIT $limit
  RETURN turn, score
  UNION ALL
  UNWIND $further AS uid
  MATCH (turn:Turn {uid: uid})
  WHERE turn.space = $space
  RETURN turn, vector.similarity.cosine(turn.embedding, $vector) AS score
}
WITH turn, max(score) AS score
RETURN turn.uid AS uid,
       2 * score - 1 AS cosine,
       turn.conversation_id AS conversation_id,
       turn.session_id AS session_id,
       turn.dia_id AS dia_id,
       turn.position AS position,
       turn.speaker AS speaker,
       turn.speaker_uid AS speaker_uid,
       turn.text AS text,
       turn.caption AS caption,
       turn.said_at AS said_at,
       turn.zone AS zone
ORDER BY cosine DESC, uid
