// name: archive_page
// returns: many
// A page of the nodes of one label of a space by uid, each with its links to others. Labels that
// are told by a parameter take no index, so each has a branch of its own.
CYPHER 25
CALL () {
  WHEN $label = 'Answer' THEN {
    MATCH (node:Answer)
    USING INDEX node:Answer(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Chunk' THEN {
    MATCH (node:Chunk)
    USING INDEX node:Chunk(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Conversation' THEN {
    MATCH (node:Conversation)
    USING INDEX node:Conversation(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Decision' THEN {
    MATCH (node:Decision)
    USING INDEX node:Decision(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Entity' THEN {
    MATCH (node:Entity)
    USING INDEX node:Entity(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Forgotten' THEN {
    MATCH (node:Forgotten)
    USING INDEX node:Forgotten(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'ForgottenTurn' THEN {
    MATCH (node:ForgottenTurn)
    USING INDEX node:ForgottenTurn(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Ledger' THEN {
    MATCH (node:Ledger)
    USING INDEX node:Ledger(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Person' THEN {
    MATCH (node:Person)
    USING INDEX node:Person(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Portrait' THEN {
    MATCH (node:Portrait)
    USING INDEX node:Portrait(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Question' THEN {
    MATCH (node:Question)
    USING INDEX node:Question(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Retracted' THEN {
    MATCH (node:Retracted)
    USING INDEX node:Retracted(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Retraction' THEN {
    MATCH (node:Retraction)
    USING INDEX node:Retraction(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Role' THEN {
    MATCH (node:Role)
    USING INDEX node:Role(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Session' THEN {
    MATCH (node:Session)
    USING INDEX node:Session(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'State' THEN {
    MATCH (node:State)
    USING INDEX node:State(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
  WHEN $label = 'Turn' THEN {
    MATCH (node:Turn)
    USING INDEX node:Turn(uid)
    WHERE node.uid > $after AND node.space = $space
    RETURN node
    ORDER BY node.uid
    LIMIT $limit
  }
}
RETURN node.uid AS uid,
       labels(node) AS labels,
       properties(node) AS properties,
       COLLECT {
         MATCH (node)-[link]->(other)
         RETURN [type(link), other.uid, properties(link)]
       } AS links
