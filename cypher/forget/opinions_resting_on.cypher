// name: opinions_resting_on
// returns: many
// The turns in which opinions were kept that name turns as what they rest on: "(for: a/1, a/2)".
MATCH (:Conversation {space: $space})-[:HAS_SESSION]->(:Session {session_id: $session_id})
      -[:HAS_TURN]->(kept:Turn)
UNWIND $turn_uids AS uid
MATCH (turn:Turn {uid: uid})
WITH kept, turn.conversation_id + '/' + turn.dia_id AS reference
WHERE any(mark IN [',', ';', ')'] WHERE kept.text CONTAINS reference + mark)
RETURN DISTINCT kept.uid AS uid, kept.conversation_id AS conversation_id
ORDER BY conversation_id, uid
