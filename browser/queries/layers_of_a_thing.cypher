// Draw: things that several conversations know, and of what they are made
MATCH path = (:Entity {space: $space, layer: 'person'})<-[:RECONCILED_INTO*1..3]-(:Entity)
RETURN path
LIMIT $limit
