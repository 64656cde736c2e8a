// name: link_corrections
// returns: none
// What stands in the place of what was corrected.
UNWIND $uids AS uid
MATCH (retraction:Retraction {uid: $retraction_uid})
MATCH (statement:Statement {uid: uid})
MERGE (retraction)-[:CORRECTED_BY]->(statement)
