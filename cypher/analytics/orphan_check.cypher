// name: orphan_check
// returns: many
// A check that must give nothing: what stands in the memory without that from which it comes.
CALL () {
  MATCH (node:Statement {space: $space})
  WHERE NOT EXISTS { (node)-[:EVIDENCED_BY {part: 'statement'}]->(:Turn) }
  RETURN node, 'a turn that states it' AS missing
  UNION ALL
  MATCH (node:Statement {space: $space})
  WHERE NOT EXISTS { (node)-[:STATED_BY]->(:Person) }
  RETURN node, 'who said it' AS missing
  UNION ALL
  MATCH (node:Statement {space: $space})
  WHERE NOT EXISTS { (node)<-[:GAVE]-(:Chunk) }
  RETURN node, 'the chunk that it was read from' AS missing
  UNION ALL
  MATCH (node:State {space: $space})
  WHERE NOT EXISTS { (node)<-[:HAS_STATE]-(:Role) }
  RETURN node, 'its role' AS missing
  UNION ALL
  MATCH (node:Role {space: $space})
  WHERE NOT EXISTS { (node)<-[:HAS_ROLE]-(:Entity) }
  RETURN node, 'the entity that bears it' AS missing
  UNION ALL
  MATCH (node:Entity {space: $space, layer: 'session'})
  WHERE NOT EXISTS { (node)-[:MENTIONED_IN]->(:Turn) }
  RETURN node, 'a turn that mentions it' AS missing
  UNION ALL
  MATCH (node:Entity {space: $space})
  WHERE node.layer IN ['conversation', 'person'] AND NOT EXISTS { (node)<-[:RECONCILED_INTO]-() }
  RETURN node, 'an entity of the layer below' AS missing
  UNION ALL
  MATCH (node:Turn {space: $space})
  WHERE NOT EXISTS { (node)<-[:HAS_TURN]-(:Session) }
  RETURN node, 'its session' AS missing
  UNION ALL
  MATCH (node:Turn {space: $space})
  WHERE NOT EXISTS { (node)-[:SPOKEN_BY]->(:Person) }
  RETURN node, 'its speaker' AS missing
  UNION ALL
  MATCH (node:Chunk {space: $space})
  WHERE NOT EXISTS { (node)<-[:HAS_CHUNK]-(:Session) }
  RETURN node, 'its session' AS missing
  UNION ALL
  MATCH (node:Session {space: $space})
  WHERE NOT EXISTS { (node)<-[:HAS_SESSION]-(:Conversation) }
  RETURN node, 'its conversation' AS missing
  UNION ALL
  MATCH (node:Person {space: $space})
  WHERE NOT EXISTS { (node)-[:PARTICIPATED_IN]->(:Conversation) }
  RETURN node, 'a conversation that they take part in' AS missing
}
RETURN [label IN labels(node) WHERE label <> 'Statement'][0] AS node,
       coalesce(node.text, node.name, node.dia_id, node.session_id) AS what,
       missing,
       node.conversation_id AS conversation,
       node.uid AS uid
ORDER BY node, missing, uid
LIMIT $limit
