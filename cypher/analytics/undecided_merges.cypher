// name: undecided_merges
// returns: many
// What may be one, but not surely: pairs kept apart until somebody decides (graphmem merge or
// separate), the likeliest first. $conversation is one of either side.
MATCH (decision:Decision {space: $space})
WHERE decision.in_force AND NOT decision.confident AND decision.decided_by <> 'person'
CALL (decision) {
  MATCH (decision)-[on:ON]->(node)
  WITH on.side AS side, node,
       COLLECT { MATCH (node)-[:BELONGS_TO]->(owner) RETURN owner.name ORDER BY owner.name LIMIT 1 }
         AS owners
  WITH side, node.conversation_id AS place,
       coalesce(owners[0] + '\'s ', '') + node.name AS name
  ORDER BY name, place
  RETURN collect(CASE side WHEN 'left' THEN name + coalesce(' (' + place + ')', '') END) AS left,
         collect(CASE side WHEN 'right' THEN name + coalesce(' (' + place + ')', '') END) AS right,
         collect(place) AS places
}
WITH decision, left, right, places
WHERE $conversation IS NULL OR $conversation IN places
RETURN substring(decision.uid, size('decision:'), 8) AS decision,
       decision.layer AS layer,
       left[0] AS one,
       right[0] AS other,
       round(decision.score, 2) AS score,
       decision.reason AS reason
ORDER BY score DESC, one, other, decision
LIMIT $limit
