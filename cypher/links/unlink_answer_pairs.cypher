// name: unlink_answer_pairs
// returns: none
// Takes away such links that hold no longer.
UNWIND $rows AS row
MATCH (source:Answer {uid: row.from})
      -[link:SUPERSEDES|CORRECTS|CONFLICTS_WITH|SUPPORTS|FOLLOWS|RELATED]->
      (:Answer {uid: row.to})
WHERE source.space = $space AND type(link) = row.kind AND link.about = row.about
DELETE link
