// name: create_decision_conversation_index
// returns: none
// Finds the decisions on things of one conversation.
CREATE INDEX decision_conversation IF NOT EXISTS
FOR (decision:Decision) ON (decision.space, decision.conversation_id)
