// name: create_person_blocks_index
// returns: none
// Finds people by the blocks within which namesakes are compared; one token for each.
CREATE FULLTEXT INDEX person_blocks IF NOT EXISTS
FOR (person:Person) ON EACH [person.blocks]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
