// name: checkpoint
// returns: many
// Has the server write its memory to its files, so that it may drop logs that it kept for that.
CALL db.checkpoint() YIELD success, message
RETURN success, message
