// Draw: who talks with whom, and who is the same human
MATCH talk = (person:Person {space: $space})-[:PARTICIPATED_IN]->(:Conversation)
OPTIONAL MATCH same = (person)-[:SAME_PERSON_AS]->(:Person)
RETURN talk, same
LIMIT $limit
