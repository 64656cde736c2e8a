// name: links_of_answers
// returns: many
// The links from and to these answers.
UNWIND $uids AS uid
MATCH (one:Answer {uid: uid})
      -[link:SUPERSEDES|CORRECTS|CONFLICTS_WITH|SUPPORTS|FOLLOWS|RELATED]-
      (:Answer)
WHERE one.space = $space
WITH DISTINCT link, startNode(link) AS source, endNode(link) AS target
RETURN source.uid AS source,
       target.uid AS target,
       type(link) AS kind,
       link.about AS about
