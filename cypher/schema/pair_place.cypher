// name: create_pair_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX pair_place IF NOT EXISTS
FOR ()-[place:NAMES]-() ON (place.pair_at)
