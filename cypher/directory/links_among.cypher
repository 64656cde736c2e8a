// name: links_among
// returns: many
// How these statements are linked to each other: in time (one follows the other, takes its place,
// or was said at most two turns away), in meaning (one bears on the other, or they are alike).
CYPHER 25
CALL () {
  UNWIND $uids AS uid
  MATCH (one:Statement {uid: uid})-[link:FOLLOWS|SUPERSEDES]->(other:Statement)
  WHERE one.space = $space AND other.uid IN $uids
  RETURN one.uid AS source, other.uid AS target, 'temporal' AS link,
         toLower(type(link)) AS relation, 1.0 AS weight
  UNION ALL
  UNWIND $uids AS uid
  MATCH (one:Statement {uid: uid})-[link:RELATED|SUPPORTS|CONFLICTS_WITH|CORRECTS]->(other:Statement)
  WHERE one.space = $space AND other.uid IN $uids
  RETURN one.uid AS source, other.uid AS target, 'semantic' AS link,
         replace(toLower(type(link)), '_', ' ') AS relation, 1.0 AS weight
  UNION ALL
  UNWIND $uids AS uid
  MATCH (one:Statement {uid: uid})-[:EVIDENCED_BY]->(turn:Turn)
        -[:NEXT]-{0,2}(near:Turn)<-[:EVIDENCED_BY]-(other:Statement)
  WHERE one.space = $space AND other.uid IN $uids AND one.uid < other.uid
  WITH one, other,
       min(abs(duration.inSeconds(turn.said_at, near.said_at).seconds)) / 3600.0 AS apart
  WHERE apart <= $hours
  RETURN one.uid AS source, other.uid AS target, 'temporal' AS link,
         'said close by' AS relation, 1 - apart / $hours AS weight
  UNION ALL
  UNWIND $uids AS uid
  MATCH (one:Statement {uid: uid})
  WHERE one.space = $space AND one.embedding IS NOT NULL
  UNWIND $uids AS other_uid
  WITH one, other_uid
  WHERE one.uid < other_uid
  MATCH (other:Statement {uid: other_uid})
  WHERE other.embedding IS NOT NULL
  WITH one, other, 2 * vector.similarity.cosine(one.embedding, other.embedding) - 1 AS cosine
  WHERE cosine >= $like_least
  RETURN one.uid AS source, other.uid AS target, 'semantic' AS link,
         'alike' AS relation, cosine AS weight
}
RETURN source, target, link, relation, weight
ORDER BY link, source, target, weight DESC, relation
