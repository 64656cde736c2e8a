// name: renew_decisions
// returns: none
// Every decision of the database is to be written anew where it is still made.
MATCH (decision:Decision)
SET decision.digest = ''
