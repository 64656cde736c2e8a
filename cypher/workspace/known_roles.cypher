// name: known_roles
// returns: many
// The roles of a space, or only those named, each with its states in time.
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
RETURN role.uid AS uid,
       role.conversation_id AS conversation_id,
       role.session_id AS session_id,
       role.speaker_uid AS speaker_uid,
       role.subject_uid AS subject_uid,
       role.text AS text,
       role.predicate AS predicate,
       role.object AS object,
       role.kind AS kind,
       role.network AS network,
       role.polarity AS polarity,
       role.modality AS modality,
       CASE WHEN role.precision IS NOT NULL
         THEN [toString(role.valid_from), toString(role.valid_to), role.precision]
       END AS interval,
       toString(role.said_at) AS said_at,
       role.statement_turns AS turn_ids,
       role.quote AS quote,
       role.named_uids AS names,
       role.confidence AS confidence,
       role.entity_uid AS entity_uid,
       role.name AS name,
       states
