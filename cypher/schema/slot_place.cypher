// name: create_slot_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX slot_place IF NOT EXISTS
FOR ()-[place:SUBJECT]-() ON (place.slot_at)
