// name: standing_links
// returns: many
// How the answers of a space stand to each other.
MATCH (source:Answer {space: $space})
      -[link:SUPERSEDES|CORRECTS|CONFLICTS_WITH|SUPPORTS|FOLLOWS|RELATED]->
      (target:Answer)
USING INDEX source:Answer(space)
RETURN source.uid AS source,
       target.uid AS target,
       type(link) AS kind,
       link.about AS about
