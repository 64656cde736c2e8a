// name: create_subject_place_index
// returns: none
// Finds statements by their place among those that links of this kind look at.
CREATE INDEX subject_place IF NOT EXISTS
FOR ()-[place:SUBJECT]-() ON (place.subject_at)
