// name: following_turns
// returns: many
// The turns of a session that come after one of its turns, in order, as far as the scope holds
// them. Null for people means everyone.
MATCH (turn:Turn {uid: $turn_uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (session:Session)-[:HAS_TURN]->(turn)
MATCH (session)-[:HAS_TURN]->(later:Turn)
WHERE later.position > turn.position
  AND ($conversations IS NULL OR later.conversation_id IN $conversations)
  AND ($people IS NULL OR later.speaker_uid IN $people)
  AND $session_from <= later.session_id <= $session_to
  AND $said_from <= later.said_at <= $said_to
RETURN later.conversation_id AS conversation_id,
       later.dia_id AS dia_id,
       later.speaker AS speaker,
       later.text AS text,
       later.caption AS caption,
       later.said_at AS said_at
ORDER BY later.position, later.uid
LIMIT $limit
