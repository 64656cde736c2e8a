// name: all_statements_to_link
// returns: many
// The answers and roles of a space.
CALL () {
  MATCH (statement:Answer {space: $space})
  RETURN statement.uid AS uid
  UNION ALL
  MATCH (statement:Role {space: $space})
  RETURN statement.uid AS uid
}
RETURN uid
ORDER BY uid
