// name: decisions_by_verdict
// returns: many
// Who decided what: merges and separations by decider, layer and verdict; unsure ones stay apart
// until a person decides, and past ones were undone, replaced or fell away.
MATCH (decision:Decision {space: $space})
WITH coalesce(decision.model, decision.decided_by) AS decided_by,
     decision.layer AS layer,
     decision.verdict AS verdict,
     sum(CASE WHEN decision.in_force AND decision.confident THEN 1 ELSE 0 END) AS sure,
     sum(CASE WHEN decision.in_force AND NOT decision.confident THEN 1 ELSE 0 END) AS unsure,
     sum(CASE WHEN decision.in_force THEN 0 ELSE 1 END) AS past,
     max(decision.recorded_at) AS last
RETURN decided_by, layer, verdict, sure, unsure, past, date(last) AS last_day
ORDER BY decided_by, layer, verdict
LIMIT $limit
