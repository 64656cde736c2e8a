// name: things_named
// returns: many
// What bears one of the names whose one-token keys are asked for, as far as the scope holds it:
// the entity of the highest layer, its names, whom it turns out to be, and the statements of its
// profile. Null for conversations and people means all of them; without a vector there are neither
// statements nor a likeness.
CALL db.index.fulltext.queryNodes('entity_text', $lucene, {limit: $limit}) YIELD node AS bearer
WHERE bearer.space = $space
  AND bearer.layer = 'session'
  AND ($conversations IS NULL OR bearer.conversation_id IN $conversations)
  AND $session_from <= bearer.session_id <= $session_to
  AND bearer.first_said_at <= $said_to
  AND bearer.last_said_at >= $said_from
CALL (bearer) {
  OPTIONAL MATCH (bearer)-[:RECONCILED_INTO*1..4]->(above:Entity)
  WHERE above.layer <> 'session'
  RETURN above
  ORDER BY above.layer = 'person' DESC, above.uid
  LIMIT 1
}
WITH DISTINCT coalesce(above, bearer) AS thing, bearer
CALL (thing, bearer) {
  RETURN bearer AS member
  UNION
  MATCH (thing)<-[:RECONCILED_INTO*1..4]-(member:Entity)
  WHERE member.layer = 'session'
    AND ($conversations IS NULL OR member.conversation_id IN $conversations)
    AND $session_from <= member.session_id <= $session_to
    AND member.first_said_at <= $said_to
    AND member.last_said_at >= $said_from
  RETURN member
}
WITH DISTINCT thing, member
ORDER BY member.first_said_at, member.uid
WITH thing, collect(member) AS members
CALL (thing) {
  OPTIONAL MATCH (thing)<-[:RECONCILED_INTO*0..1]-(:Entity)-[:IS_PERSON]->(person:Person)
  RETURN collect(DISTINCT person.uid) AS people
}
CALL (thing) {
  UNWIND CASE WHEN $vector IS NULL THEN [] ELSE coalesce(thing.profile_statements, []) END AS uid
  MATCH (statement:Statement {uid: uid})
  USING INDEX statement:Statement(uid)
  WHERE statement.space = $space
    AND ($conversations IS NULL OR statement.conversation_id IN $conversations)
    AND ($people IS NULL OR statement.speaker_uid IN $people)
    AND $session_from <= statement.session_id <= $session_to
    AND $said_from <= statement.said_at <= $said_to
  RETURN collect(statement.uid) AS facts
}
RETURN thing.uid AS uid,
       members[0].name AS name,
       thing.type AS type,
       // Names that were given after the scope's end are not known yet.
       reduce(names = [], member IN members |
         names + CASE WHEN member.last_said_at <= $said_to
           THEN [member.name] + member.aliases ELSE [member.name] END) AS names,
       any(member IN members WHERE member.proper) AS proper,
       coalesce(thing.owner_uids, CASE WHEN thing.owner_uid IS NULL THEN [] ELSE [thing.owner_uid] END)
         AS owner_uids,
       people,
       CASE WHEN thing.embedding IS NOT NULL
         THEN 2 * vector.similarity.cosine(thing.embedding, $vector) - 1 END AS similarity,
       facts
ORDER BY uid
