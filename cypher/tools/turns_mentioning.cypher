// name: turns_mentioning
// returns: many
// The turns of a conversation that mention one of these session-layer entities, as far as they were
// said from one moment to another, in the conversations and the session given (null: all).
UNWIND $uids AS uid
MATCH (entity:Entity {uid: uid})-[:MENTIONED_IN]->(turn:Turn)-[:SPOKEN_BY]->(speaker:Person)
WHERE turn.space = $space
  AND turn.conversation_id = $conversation_id
  AND $since <= turn.said_at <= $until
  AND ($conversation_ids IS NULL OR turn.conversation_id IN $conversation_ids)
  AND ($session IS NULL OR turn.session_id = $session)
WITH turn, speaker, collect(DISTINCT entity.name) AS names
RETURN turn.dia_id AS dia_id,
       speaker.uid AS speaker_uid,
       turn.said_at AS said_at,
       turn.text AS text,
       turn.caption AS caption,
       names
