// Draw: decisions on what is one and what is not
MATCH path = (decision:Decision {space: $space})-[:ON]->()
WHERE decision.in_force
RETURN path
LIMIT $limit
