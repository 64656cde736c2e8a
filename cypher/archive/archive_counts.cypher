// name: archive_counts
// returns: one
// How many nodes of each label a space holds, but for its lease.
RETURN COUNT { MATCH (node:Answer) WHERE node.space = $space } AS Answer,
       COUNT { MATCH (node:Chunk) WHERE node.space = $space } AS Chunk,
       COUNT { MATCH (node:Conversation) WHERE node.space = $space } AS Conversation,
       COUNT { MATCH (node:Decision) WHERE node.space = $space } AS Decision,
       COUNT { MATCH (node:Entity) WHERE node.space = $space } AS Entity,
       COUNT { MATCH (node:Forgotten) WHERE node.space = $space } AS Forgotten,
       COUNT { MATCH (node:ForgottenTurn) WHERE node.space = $space } AS ForgottenTurn,
       COUNT { MATCH (node:Ledger) WHERE node.space = $space } AS Ledger,
       COUNT { MATCH (node:Person) WHERE node.space = $space } AS Person,
       COUNT { MATCH (node:Portrait) WHERE node.space = $space } AS Portrait,
       COUNT { MATCH (node:Question) WHERE node.space = $space } AS Question,
       COUNT { MATCH (node:Retracted) WHERE node.space = $space } AS Retracted,
       COUNT { MATCH (node:Retraction) WHERE node.space = $space } AS Retraction,
       COUNT { MATCH (node:Role) WHERE node.space = $space } AS Role,
       COUNT { MATCH (node:Session) WHERE node.space = $space } AS Session,
       COUNT { MATCH (node:State) WHERE node.space = $space } AS State,
       COUNT { MATCH (node:Turn) WHERE node.space = $space } AS Turn
