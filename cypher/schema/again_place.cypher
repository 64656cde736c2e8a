// name: create_again_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX again_place IF NOT EXISTS
FOR ()-[place:SUBJECT]-() ON (place.again_at)
