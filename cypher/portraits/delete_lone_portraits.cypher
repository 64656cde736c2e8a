// name: delete_lone_portraits
// returns: one
// Removes portraits of what is no longer there.
MATCH (portrait:Portrait {space: $space})
USING INDEX portrait:Portrait(space)
WHERE NOT EXISTS { (portrait)-[:PORTRAYS]->() }
DETACH DELETE portrait
RETURN count(*) AS deleted
