// name: create_thing_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX thing_place IF NOT EXISTS
FOR ()-[place:NAMES]-() ON (place.thing_at)
