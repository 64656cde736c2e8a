// name: create_decision_right_index
// returns: none
// Finds the decisions of which something is the right side.
CREATE INDEX decision_right IF NOT EXISTS
FOR (decision:Decision) ON (decision.right_uid)
