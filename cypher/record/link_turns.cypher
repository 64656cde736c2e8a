// name: link_turns
// returns: none
// The order of a session's turns.
UNWIND $links AS row
MATCH (before:Turn {uid: row.before})
MATCH (after:Turn {uid: row.after})
MERGE (before)-[:NEXT]->(after)
