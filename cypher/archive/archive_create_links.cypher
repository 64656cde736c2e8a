// name: archive_create_links
// returns: one
// Makes the links of an archive that do not stand yet, never more of a type between two nodes than
// the archive has. Types are those of the schema: what else a file names is refused before.
CYPHER 25
UNWIND $rows AS row
MATCH (source:Answer|Chunk|Conversation|Decision|Entity|Forgotten|ForgottenTurn|Ledger|
       Person|Portrait|Question|Retracted|Retraction|Role|Session|State|Turn)
WHERE source.uid = row.source
MATCH (target:Answer|Chunk|Conversation|Decision|Entity|Forgotten|ForgottenTurn|Ledger|
       Person|Portrait|Question|Retracted|Retraction|Role|Session|State|Turn)
WHERE target.uid = row.target
CALL (row, source, target) {
  OPTIONAL MATCH (source)-[link:$(row.type)]->(target)
  RETURN collect(properties(link)) AS there
}
// Not where they are looked for: the planner might go through the whole space for each row.
WITH row, source, target, size(there) AS standing,
     [held IN row.links WHERE NOT held IN there] AS missing,
     source.space = $space AND target.space = $space AS ours
WHERE ours
CALL (row, source, target, standing, missing) {
  UNWIND missing[..CASE WHEN size(row.links) > standing
                        THEN size(row.links) - standing ELSE 0 END] AS held
  CREATE (source)-[link:$(row.type)]->(target)
  SET link = held
  RETURN count(*) AS made
}
RETURN count(*) AS found, sum(made) AS made
