// name: delete_space
// returns: one
// Removes everything of a space, in transactions of their own that fit in memory. Each label has a
// branch of its own, which goes by its index: a node has one of these labels.
CALL () {
  MATCH (node:Answer {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Chunk {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Conversation {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Decision {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Entity {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Forgotten {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:ForgottenTurn {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Lease {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Ledger {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Person {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Portrait {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Question {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Retracted {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Retraction {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Role {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Session {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:State {space: $space})
  RETURN node
  UNION ALL
  MATCH (node:Turn {space: $space})
  RETURN node
}
CALL (node) {
  DETACH DELETE node
} IN TRANSACTIONS OF 2000 ROWS
RETURN count(*) AS deleted
