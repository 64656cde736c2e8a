// name: create_person_name_index
// returns: none
// Finds the people of a space by name.
CREATE INDEX person_name IF NOT EXISTS
FOR (person:Person) ON (person.space, person.name)
