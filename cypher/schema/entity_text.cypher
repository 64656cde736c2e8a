// name: create_entity_text_index
// returns: none
// Full text over the names and profiles of entities. A query must require the one-token keys;
// `name_keys` are of the space and every name, so that they find who bears a name as they are.
CREATE FULLTEXT INDEX entity_text IF NOT EXISTS
FOR (entity:Entity)
ON EACH [entity.name, entity.aliases, entity.profile_text, entity.space_key, entity.conversation_key,
         entity.owner_key, entity.layer_key, entity.name_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
