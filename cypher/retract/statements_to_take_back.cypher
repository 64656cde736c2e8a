// name: statements_to_take_back
// returns: many
// An answer or a role of a space by its uid, standing or taken back, with the words that state it,
// what its subject is called and whose that is, and which retraction in force took it back.
MATCH (statement:Statement|Retracted {uid: $uid})
WHERE statement.space = $space AND (statement:Answer OR statement:Role OR statement:Retracted)
RETURN properties(statement) AS properties,
       head([(one:Retraction)-[:TAKES_BACK]->(statement) | one.uid]) AS retraction,
       head([(statement)-[:SUBJECT]->(one) | [one.name, one.owner_uid]]) AS subject,
       [(statement)-[at:EVIDENCED_BY]->(turn:Turn) |
         [turn.uid, turn.dia_id, at.part, at.field, at.quote_start, at.quote_end]] AS evidence
