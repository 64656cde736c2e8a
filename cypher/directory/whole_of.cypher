// name: whole_of
// returns: optional
// The human or the thing as a whole that a uid belongs to, with the uids of all its parts.
CALL () {
  MATCH (found:Person {uid: $uid})
  USING INDEX found:Person(uid)
  WHERE found.space = $space
  OPTIONAL MATCH (found)-[:SAME_PERSON_AS]->(canonical:Person)
  WITH coalesce(canonical, found) AS center
  OPTIONAL MATCH (same:Person)-[:SAME_PERSON_AS]->(center)
  WITH center, collect(same.uid) AS others
  RETURN center, 'person' AS kind, [center.uid] + others AS parts
  UNION ALL
  MATCH (found:Entity {uid: $uid})
  USING INDEX found:Entity(uid)
  WHERE found.space = $space
  MATCH (found)-[:RECONCILED_INTO*0..8]->(center:Entity)
  WHERE NOT EXISTS { (center)-[:RECONCILED_INTO]->(:Entity) }
  WITH center
  ORDER BY center.uid
  LIMIT 1
  MATCH (center)<-[:RECONCILED_INTO*0..8]-(part:Entity)
  RETURN center, 'entity' AS kind, collect(DISTINCT part.uid) AS parts
}
RETURN center.uid AS uid,
       center.name AS name,
       kind,
       center.type AS type,
       parts
