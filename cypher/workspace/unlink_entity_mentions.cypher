// name: unlink_entity_mentions
// returns: none
// Takes away the links of these entities to the turns that mention them, to be made anew.
UNWIND $uids AS uid
MATCH (:Entity {uid: uid})-[link:MENTIONED_IN]->(:Turn)
DELETE link
