// name: archive_spaces
// returns: many
// Every space that holds anything, also one of which only tombstones are left; for the database's
// owner alone.
CALL () {
  MATCH (node:Conversation)
  RETURN DISTINCT node.space AS space
  UNION
  MATCH (node:Ledger)
  RETURN DISTINCT node.space AS space
  UNION
  MATCH (node:Forgotten)
  RETURN DISTINCT node.space AS space
}
RETURN space
ORDER BY space
