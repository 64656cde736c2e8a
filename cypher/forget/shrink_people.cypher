// name: shrink_people
// returns: none
// People who have lost turns: what they are still called, and the conversations that they have
// left. These, and whoever has no turn left, are taken away by `sweep_people`, once the layers know.
UNWIND $rows AS row
MATCH (person:Person {uid: row.uid})
SET person.names = row.names, person.name = coalesce(row.names[0], '')
WITH person, row
UNWIND row.left AS left
MATCH (person)-[link:PARTICIPATED_IN]->(:Conversation {uid: left})
SET link.left = true
