// name: write_retraction
// returns: one
// A new retraction at the words of the turns that state what it takes back.
CREATE (retraction:Retraction)
SET retraction = $properties,
    retraction.recorded_at = datetime($recorded_at),
    retraction.said_at = localdatetime($said_at)
WITH retraction
UNWIND $words AS one
MATCH (turn:Turn {uid: one.turn_uid})
CREATE (retraction)-[:AT {field: one.field, quote_start: one.start, quote_end: one.end}]->(turn)
RETURN count(*) AS written
