// name: people_by_shared_things
// returns: many
// Which people have most in common: the things of nobody in particular that both speak of, names
// before nouns. With $person the first of each pair is that one.
MATCH (thing:Entity {space: $space})
USING INDEX thing:Entity(space)
WHERE thing.layer IN ['conversation', 'person'] AND NOT EXISTS { (thing)-[:RECONCILED_INTO]->() }
MATCH (one)<-[:SHARED_WITH]-(thing)-[:SHARED_WITH]->(other)
WITH thing,
     coalesce(head([(one)-[:SAME_PERSON_AS]->(human) | human]), one) AS one,
     coalesce(head([(other)-[:SAME_PERSON_AS]->(human) | human]), other) AS other
WHERE one <> other
  AND ($person IS NOT NULL OR one.name + one.uid < other.name + other.uid)
  AND ($person IS NULL
       OR EXISTS { MATCH (one)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
WITH DISTINCT one, other, thing
ORDER BY thing.proper DESC, toLower(thing.name), thing.uid
WITH one, other, count(thing) AS things, collect(DISTINCT thing.name) AS names
RETURN one.name AS person,
       other.name AS shares_with,
       things,
       names[..5] AS such_as
ORDER BY things DESC, person, shares_with, one.uid, other.uid
LIMIT $limit
