// name: facts_about_people
// returns: many
// Of each of these people, as far as the scope holds it: the latest roles, and the standing facts
// that are nearest in meaning (to two digits), of those as near the ones most worth remembering (1.5
// where nobody said how much), each in the words in which it was told last: a later telling hides
// an earlier one only of the same predicate and polarity, and told as surely. Null for
// conversations and people means all of them.
UNWIND $about AS uid
MATCH (person:Person {uid: uid})
USING INDEX person:Person(uid)
WHERE person.space = $space
CALL (person) {
  // labels() and no label: else a planner that sees few roles scans them all for each person.
  MATCH (person)<-[:SUBJECT]-(role)
  WHERE 'Role' IN labels(role)
    AND role.polarity = 'positive'
    AND role.modality = 'said'
    AND ($conversations IS NULL OR role.conversation_id IN $conversations)
    AND ($people IS NULL OR role.speaker_uid IN $people)
    AND $session_from <= role.session_id <= $session_to
    AND $said_from <= role.said_at <= $said_to
  WITH role
  ORDER BY role.said_at DESC, role.text, role.uid
  LIMIT $limit
  RETURN role AS said, 1.0 AS near, 0.0 AS worth
  UNION ALL
  MATCH (person)<-[:SUBJECT]-(answer)
  WHERE 'Answer' IN labels(answer)
    AND answer.kind IN ['fact', 'preference']
    AND answer.modality = 'said'
    AND ($conversations IS NULL OR answer.conversation_id IN $conversations)
    AND ($people IS NULL OR answer.speaker_uid IN $people)
    AND $session_from <= answer.session_id <= $session_to
    AND $said_from <= answer.said_at <= $said_to
    AND NOT EXISTS {
      MATCH (answer)<-[:SUPPORTS]-(again:Answer)-[:SUBJECT]->(person)
      WHERE again.kind IN ['fact', 'preference']
        AND again.modality = 'said'
        AND again.predicate = answer.predicate
        AND again.polarity = answer.polarity
        AND again.confidence >= answer.confidence
        AND ($conversations IS NULL OR again.conversation_id IN $conversations)
        AND ($people IS NULL OR again.speaker_uid IN $people)
        AND $session_from <= again.session_id <= $session_to
        AND $said_from <= again.said_at <= $said_to
    }
  WITH answer,
       CASE WHEN answer.embedding IS NULL THEN -1.0
         ELSE round(2 * vector.similarity.cosine(answer.embedding, $vector) - 1, 2) END AS near,
       coalesce(answer.worth, 1.5) AS worth
  ORDER BY near DESC, worth DESC, answer.said_at DESC, answer.text, answer.uid
  LIMIT $limit
  RETURN answer AS said, near, worth
}
RETURN person.uid AS person, said.uid AS statement, near
ORDER BY person, near DESC, worth DESC, said.said_at DESC, said.text, statement
