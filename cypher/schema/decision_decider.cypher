// name: create_decision_decider_index
// returns: none
// Finds what people decided among the many decisions of rules.
CREATE INDEX decision_decider IF NOT EXISTS
FOR (decision:Decision) ON (decision.space, decision.decided_by)
