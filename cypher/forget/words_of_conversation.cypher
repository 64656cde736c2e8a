// name: words_of_conversation
// returns: many
// What is said in a conversation, to be held against names.
MATCH (conversation:Conversation {uid: $conversation_uid})-[:HAS_SESSION]->(session:Session)
WHERE conversation.space = $space
MATCH (session)-[:HAS_TURN]->(turn:Turn)
RETURN turn.uid AS uid, turn.content AS content
ORDER BY uid
