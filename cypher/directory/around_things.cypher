// name: around_things
// returns: many
// The people and things tied to these people or entities without a statement between: owners, what
// is theirs, those who know of it or talk with them, and what it is related to. All as wholes.
UNWIND $parts AS uid
CALL (uid) {
  MATCH (:Entity {uid: uid})-[:BELONGS_TO]->(tied:Person)
  RETURN tied, 'of' AS relation
  UNION
  MATCH (:Entity {uid: uid})-[:SHARED_WITH]->(tied:Person)
  RETURN tied, 'known to' AS relation
  UNION
  MATCH (:Entity {uid: uid})-[:IS_PERSON]->(tied:Person)
  RETURN tied, 'is' AS relation
  UNION
  MATCH (:Entity {uid: uid})-[related:RELATES_TO]-(tied:Entity)
  RETURN tied, related.predicate AS relation
  UNION
  MATCH (:Person {uid: uid})<-[:BELONGS_TO]-(tied:Entity)
  RETURN tied, 'has' AS relation
  UNION
  MATCH (:Person {uid: uid})-[:PARTICIPATED_IN]->(:Conversation)<-[:PARTICIPATED_IN]-(tied:Person)
  RETURN tied, 'talks with' AS relation
}
WITH tied, relation
WHERE tied.space = $space
MATCH (tied)-[:RECONCILED_INTO|SAME_PERSON_AS*0..8]->(whole)
WHERE NOT EXISTS { (whole)-[:RECONCILED_INTO|SAME_PERSON_AS]->() }
  AND NOT whole.uid IN $parts
WITH whole, relation
ORDER BY relation
WITH whole, collect(DISTINCT relation) AS relations
RETURN whole.uid AS uid,
       whole.name AS name,
       CASE WHEN whole:Person THEN 'person' ELSE 'entity' END AS kind,
       whole.type AS type,
       relations
ORDER BY kind DESC, size(coalesce(whole.profile, [])) DESC, toLower(name), uid
LIMIT $limit
