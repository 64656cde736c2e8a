// name: kept_apart
// returns: many
// Which of these things a decision in force keeps apart for sure.
UNWIND $things AS uid
MATCH (thing:Entity {uid: uid})<-[:RECONCILED_INTO*0..4]-(:Entity)<-[left:ON]-(decision:Decision)
WHERE thing.space = $space
  AND decision.in_force
  AND decision.confident
  AND decision.verdict = 'separate'
MATCH (decision)-[right:ON]->(:Entity)-[:RECONCILED_INTO*0..4]->(other:Entity)
WHERE left.side <> right.side
  AND other.uid IN $things
  AND other.uid > thing.uid
RETURN DISTINCT thing.uid AS thing, other.uid AS other
