// Draw: what belongs to a person, what it is, and its states
MATCH path = (person:Person {space: $space})<-[:BELONGS_TO]-(:Entity)-[:HAS_ROLE]->(:Role)
             -[:HAS_STATE]->(:State)
WHERE $person IS NULL
   OR any(known IN person.names + [person.uid, person.person_id]
          WHERE toLower(known) = toLower($person))
RETURN path
LIMIT $limit
