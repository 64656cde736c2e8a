// name: turns_by_vector
// returns: many
// The turns of a space nearest in meaning, and the nearness of further ones that another path
// found. Every filter works inside the index.
CYPHER 25
CALL () {
  MATCH (turn:Turn)
    SEARCH turn IN (
      VECTOR INDEX turn_vector
      FOR $vector
      WHERE turn.space = $space
        AND turn.said_at >= $said_from
        AND turn.said_at <= $said_to
      LIMIT $limit
    ) SCORE AS score
  RETURN turn, score
  UNION ALL
  UNWIND $further AS uid
  // Planned on an empty database, the index on space would look as good, and scan it for each uid.
  MATCH (turn:Turn {uid: uid})
  USING INDEX turn:Turn(uid)
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
