// name: delete_space
// returns: one
// Removes everything of a space, in transactions of their own that fit in memory.
MATCH (node {space: $space})
CALL (node) {
  DETACH DELETE node
} IN TRANSACTIONS OF 2000 ROWS
RETURN count(*) AS deleted
