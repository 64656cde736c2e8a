// name: create_decision_left_index
// returns: none
// Finds the decisions of which something is the left side.
CREATE INDEX decision_left IF NOT EXISTS
FOR (decision:Decision) ON (decision.left_uid)
