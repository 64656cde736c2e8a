// name: turns_of_conversation
// returns: many
// Every turn of a conversation by session, in order, without its words.
MATCH (conversation:Conversation {uid: $conversation_uid})-[:HAS_SESSION]->(session:Session)
WHERE conversation.space = $space
MATCH (session)-[:HAS_TURN]->(turn:Turn)
RETURN session.session_id AS session_id,
       turn.uid AS uid,
       turn.position AS position,
       turn.said_at AS said_at,
       turn.speaker_uid AS speaker_uid
ORDER BY session_id, position, uid
