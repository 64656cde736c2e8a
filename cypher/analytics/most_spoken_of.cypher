// name: most_spoken_of
// returns: many
// What is spoken of most: things by the turns that mention them, with whose they are.
// $conversation narrows to one conversation, $person to turns that this one spoke.
MATCH (entity:Entity {space: $space, layer: 'session'})
USING INDEX entity:Entity(space)
WHERE $conversation IS NULL OR entity.conversation_id = $conversation
MATCH (entity)-[:MENTIONED_IN]->(turn)-[:SPOKEN_BY]->(speaker)
WHERE $person IS NULL
   OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
               WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                          | toLower(id)] }
MATCH (entity)-[:RECONCILED_INTO*0..4]->(thing)
WHERE NOT EXISTS { (thing)-[:RECONCILED_INTO]->() }
WITH thing,
     count(DISTINCT turn) AS turns,
     count(DISTINCT turn.conversation_id) AS conversations,
     max(turn.said_at) AS last
RETURN thing.name AS name,
       thing.type AS type,
       COLLECT { MATCH (thing)-[:BELONGS_TO]->(owner:Person)
                 RETURN DISTINCT owner.name AS name ORDER BY name } AS whose,
       turns,
       conversations,
       date(last) AS last_day
ORDER BY turns DESC, toLower(name), thing.uid
LIMIT $limit
