// name: space_is_empty
// returns: one
// Whether the space holds no conversation.
RETURN NOT EXISTS {
  MATCH (:Conversation {space: $space})
} AS empty
