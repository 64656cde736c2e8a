// name: most_contradicted
// returns: many
// About whom or what most statements cannot all be so: affirmed and denied, one state put on two
// days, or marked as conflicting. $person is the subject, $conversation where one of them was said.
CALL () {
  MATCH (answer:Answer {space: $space})-[:SUBJECT]->(about)
  USING INDEX answer:Answer(space)
  WHERE answer.object <> '' AND answer.modality IN ['said', 'denied']
    AND answer.kind IN ['fact', 'preference', 'opinion']
  // Whatever is the same in another session or conversation stands at its top.
  MATCH (about)-[:RECONCILED_INTO|SAME_PERSON_AS*0..4]->(subject)
  WHERE NOT EXISTS { (subject)-[:RECONCILED_INTO|SAME_PERSON_AS]->() }
  MATCH (answer)-[:STATED_BY]->(speaker)
  WITH subject, answer.predicate AS predicate, toLower(answer.object) AS object, answer,
       coalesce(head([(speaker)-[:SAME_PERSON_AS]->(human) | human]), speaker) AS speaker
  WITH subject, predicate, object,
       collect(CASE answer.polarity WHEN 'positive' THEN [answer, speaker] END) AS affirmed,
       collect(CASE answer.polarity WHEN 'negative' THEN [answer, speaker] END) AS denied
  UNWIND affirmed AS yes
  UNWIND denied AS no
  WITH subject, yes[0] AS one, yes[1] AS speaker, no[0] AS other, no[1] AS denier
  // Who says otherwise on another day has changed their mind, or something has changed.
  WHERE speaker <> denier OR date(one.said_at) = date(other.said_at)
  RETURN subject, one, other
  UNION
  MATCH (one:Answer {space: $space})-[:CONFLICTS_WITH|CORRECTS]->(other)
  USING INDEX one:Answer(space)
  MATCH (one)-[:SUBJECT]->(about)-[:RECONCILED_INTO|SAME_PERSON_AS*0..4]->(subject)
  WHERE NOT EXISTS { (subject)-[:RECONCILED_INTO|SAME_PERSON_AS]->() }
  RETURN subject, one, other
  UNION
  MATCH (state:State {space: $space})<-[:HAS_STATE]-()<-[:HAS_ROLE]-(thing)-[:BELONGS_TO]->(owner)
  USING INDEX state:State(space)
  WHERE state.precision IN ['minute', 'hour', 'day']
  WITH coalesce(head([(owner)-[:SAME_PERSON_AS]->(human) | human]), owner) AS subject,
       thing.key AS slot, state
  ORDER BY state.valid_from, state.said_at, state.uid
  WITH subject, slot, state.name AS name, collect(state) AS told
  UNWIND range(1, size(told) - 1) AS place
  WITH subject, told[place - 1] AS one, told[place] AS other
  WHERE one.valid_to <= other.valid_from
  RETURN subject, one, other
}
WITH subject, CASE WHEN one.said_at <= other.said_at THEN [one, other] ELSE [other, one] END AS pair
WHERE ($conversation IS NULL OR $conversation IN [said IN pair | said.conversation_id])
  AND ($person IS NULL
       OR EXISTS { MATCH (subject)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
WITH DISTINCT subject, pair
ORDER BY pair[0].said_at, pair[1].said_at, pair[0].uid, pair[1].uid
WITH subject,
     count(*) AS contradictions,
     collect([said IN pair |
              said.conversation_id + '/' + said.statement_turns[0] + ': '
              + coalesce(said.text,
                         replace(said.name, '_', ' ') + ' ' + toString(date(said.valid_from)))])[0]
       AS example
RETURN subject.name AS subject, contradictions, example[0] AS first_said, example[1] AS then_said
ORDER BY contradictions DESC, subject, first_said
LIMIT $limit
