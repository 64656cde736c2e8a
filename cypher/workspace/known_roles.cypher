// name: known_roles
// returns: many
// The roles of a space, or only those named, each with its states in time; 500 in a row.
CALL () {
  WITH $uids AS uids
  WHERE uids IS NULL
  MATCH (role:Role {space: $space})
  RETURN role
  UNION ALL
  UNWIND $uids AS uid
  MATCH (role:Role {uid: uid})
  USING INDEX role:Role(uid)
  WHERE role.space = $space
  RETURN role
}
CALL (role) {
  MATCH (role)-[:HAS_STATE]->(state:State)
  WITH state
  ORDER BY state.valid_from, state.name, state.uid
  RETURN collect([
    state.uid,
    state.name,
    CASE WHEN state.precision IS NOT NULL
      THEN [toString(state.valid_from), toString(state.valid_to), state.precision]
    END
  ]) AS states
}
WITH collect({role: role, states: states}) AS roles
UNWIND range(0, size(roles) - 1, 500) AS first
RETURN [
  one IN roles[first..first + 500] |
  [
    one.role.uid,
    one.role.conversation_id,
    one.role.session_id,
    one.role.speaker_uid,
    one.role.subject_uid,
    one.role.text,
    one.role.predicate,
    one.role.object,
    one.role.kind,
    one.role.network,
    one.role.polarity,
    one.role.modality,
    CASE WHEN one.role.precision IS NOT NULL
      THEN [toString(one.role.valid_from), toString(one.role.valid_to), one.role.precision]
    END,
    toString(one.role.said_at),
    one.role.statement_turns,
    one.role.quote,
    one.role.named_uids,
    one.role.confidence,
    one.role.worth,
    one.role.entity_uid,
    one.role.name,
    one.states
  ]
] AS roles
