// name: delete_entities
// returns: none
// Removes entities with every relationship.
UNWIND $uids AS uid
MATCH (entity:Entity {uid: uid})
DETACH DELETE entity
