// name: list_indexes
// returns: many
// Every index with its state, for the doctor and the schema test.
SHOW INDEXES YIELD name, type, state, labelsOrTypes, properties
RETURN name, type, state, labelsOrTypes AS labels, properties
ORDER BY name
