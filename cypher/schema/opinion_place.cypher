// name: create_opinion_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX opinion_place IF NOT EXISTS
FOR ()-[place:NAMES]-() ON (place.opinion_at)
