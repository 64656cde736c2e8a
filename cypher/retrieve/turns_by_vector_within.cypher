// name: turns_by_vector_within
// returns: many
// As turns_by_vector, only of these conversations and people, and where named of one session.
CYPHER 25
CALL () {
  MATCH (turn:Turn)
    SEARCH turn IN (
      VECTOR INDEX turn_vector
      FOR $vector
      WHERE turn.space = $space
        AND turn.conversation_id IN $conversations
        AND turn.speaker_uid IN $people
        AND turn.session_id >= $session_from
        AND turn.session_id <= $session_to
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
