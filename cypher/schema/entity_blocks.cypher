// name: create_entity_blocks_index
// returns: none
// Finds entities of the conversation layer by the blocks within which they are compared with those
// of other conversations, by whose they are and by their parts; one token for each.
CREATE FULLTEXT INDEX entity_blocks IF NOT EXISTS
FOR (entity:Entity) ON EACH [entity.blocks]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
