// name: await_indexes
// returns: none
// Waits until every index answers.
CALL db.awaitIndexes(300)
