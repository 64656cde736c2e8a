// name: shared_without_owner
// returns: many
// Things that belong to nobody in particular and that two people or more speak of.
// With $person, only those that this one speaks of.
MATCH (thing:Entity {space: $space})
USING INDEX thing:Entity(space)
WHERE thing.layer IN ['conversation', 'person'] AND NOT EXISTS { (thing)-[:RECONCILED_INTO]->() }
  AND NOT EXISTS { (thing)-[:BELONGS_TO]->(:Person) }
MATCH (thing)-[:SHARED_WITH]->(person)
WITH thing, coalesce(head([(person)-[:SAME_PERSON_AS]->(one) | one]), person) AS human
ORDER BY human.name
WITH thing, collect(DISTINCT human) AS humans
WHERE size(humans) > 1
  AND ($person IS NULL
       OR EXISTS { UNWIND humans AS human
                   MATCH (human)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
MATCH (thing)<-[:RECONCILED_INTO*1..4]-(entity:Entity)-[:MENTIONED_IN]->(turn:Turn)
WITH thing, humans, count(DISTINCT turn) AS turns,
     min(turn.said_at) AS first, max(turn.said_at) AS last
RETURN thing.name AS name,
       thing.type AS type,
       [human IN humans | human.name] AS people,
       turns,
       date(first) AS first_day,
       date(last) AS last_day
ORDER BY turns DESC, toLower(thing.name), thing.uid
LIMIT $limit
