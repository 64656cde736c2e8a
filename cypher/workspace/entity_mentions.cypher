// name: entity_mentions
// returns: many
// What each chunk contributes to these session-layer entities.
UNWIND $uids AS uid
MATCH (entity:Entity {uid: uid})<-[mention:MENTIONS]-(chunk:Chunk)
RETURN entity.uid AS entity_uid,
       entity.key AS key,
       chunk.uid AS chunk_uid,
       chunk.facts AS facts,
       chunk.place AS place,
       mention.name AS name,
       mention.type AS type,
       coalesce(mention.type_scores, []) AS type_scores,
       mention.aliases AS aliases,
       mention.proper AS proper,
       mention.turn_uids AS turn_uids
