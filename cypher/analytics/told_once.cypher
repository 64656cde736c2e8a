// name: told_once
// returns: many
// Things with a name that came up in one single turn: easily forgotten, and worth asking about.
// $conversation narrows to one conversation, $person to what that one said.
MATCH (entity:Entity {space: $space, layer: 'session'})
WHERE entity.proper AND ($conversation IS NULL OR entity.conversation_id = $conversation)
MATCH (entity)-[:RECONCILED_INTO*0..4]->(thing)
WHERE NOT EXISTS { (thing)-[:RECONCILED_INTO]->() }
WITH DISTINCT thing
MATCH (thing)<-[:RECONCILED_INTO*0..4]-(:Entity)-[:MENTIONED_IN]->(turn:Turn)
WITH thing, collect(DISTINCT turn) AS turns
WHERE size(turns) = 1
WITH thing, turns[0] AS said
MATCH (said)-[:SPOKEN_BY]->(speaker:Person)
WHERE $person IS NULL
   OR EXISTS { MATCH (speaker)-[:SAME_PERSON_AS*0..2]-(same)
               WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                          | toLower(id)] }
RETURN thing.name AS name,
       thing.type AS type,
       speaker.name AS said_by,
       date(said.said_at) AS said_on,
       said.conversation_id + '/' + said.dia_id AS turn,
       said.text AS text
ORDER BY said.said_at, turn, toLower(thing.name), thing.uid
LIMIT $limit
