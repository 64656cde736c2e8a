// name: what_changed
// returns: many
// What changed: states of somebody's job, home or the like that followed one another, and answers
// that took the place of earlier ones. $person is whose it is, $conversation where it was told.
CALL () {
  MATCH (state:State {space: $space})<-[:HAS_STATE]-(role:Role)<-[:HAS_ROLE]-(thing:Entity)
  MATCH (state)-[:STATED_BY]->(speaker:Person)
  WITH state, role, thing, speaker, head([(thing)-[:BELONGS_TO]->(owner) | owner]) AS owner
  WHERE $person IS NULL
     OR EXISTS { MATCH (owner)-[:SAME_PERSON_AS*0..2]-(same)
                 WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                            | toLower(id)] }
  WITH state, thing, speaker,
       coalesce(head([(owner)-[:SAME_PERSON_AS]->(human) | human]), owner) AS whose,
       CASE
         WHEN state.precision IS NULL OR state.valid_from.year = 1 THEN state.said_at
         ELSE state.valid_from
       END AS since
  ORDER BY since, state.said_at, state.uid
  // One session's thing is no one's whole: what belongs to one human is one by its key.
  WITH whose,
       coalesce(whose.uid + ' ' + thing.key, thing.key_uid, thing.uid) AS slot_uid,
       collect({state: state, thing: thing, speaker: speaker, since: since}) AS told
  UNWIND range(1, size(told) - 1) AS place
  WITH whose, slot_uid, told[place - 1] AS before, told[place] AS after
  // Without a date on either side both may have been so all along.
  WHERE before.state.name <> after.state.name
    AND coalesce(before.state.precision, after.state.precision) IS NOT NULL
  RETURN coalesce(whose.name, after.thing.name) AS whose,
         after.thing.name AS what,
         replace(before.state.name, '_', ' ') AS was,
         replace(after.state.name, '_', ' ') AS became,
         after.since AS since,
         after.speaker AS speaker,
         after.state AS later
  UNION ALL
  MATCH (later:Answer {space: $space})-[link:SUPERSEDES|CORRECTS]->(earlier:Answer)
  MATCH (later)-[:STATED_BY]->(speaker:Person)
  MATCH (later)-[:SUBJECT]->(subject)
  WHERE $person IS NULL
     OR EXISTS { MATCH (subject)-[:SAME_PERSON_AS*0..2]-(same)
                 WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                            | toLower(id)] }
  RETURN subject.name AS whose,
         coalesce(link.about, later.predicate) AS what,
         earlier.text AS was,
         later.text AS became,
         later.said_at AS since,
         speaker,
         later
}
WITH *
WHERE $conversation IS NULL OR later.conversation_id = $conversation
RETURN whose,
       what,
       was,
       became,
       date(since) AS since,
       speaker.name AS told_by,
       later.conversation_id + '/' + later.statement_turns[0] AS turn
ORDER BY whose, what, since, turn, became
LIMIT $limit
