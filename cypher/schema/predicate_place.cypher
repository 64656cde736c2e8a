// name: create_predicate_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX predicate_place IF NOT EXISTS
FOR ()-[place:SUBJECT]-() ON (place.predicate_at)
