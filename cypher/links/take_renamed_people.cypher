// name: take_renamed_people
// returns: many
// Who takes part in the conversations of these sessions and is called otherwise than when they were
// linked last.
UNWIND $session_uids AS uid
MATCH (:Session {uid: uid})<-[:HAS_SESSION]-(:Conversation)<-[:PARTICIPATED_IN]-(person:Person)
WITH DISTINCT person
WHERE person.linked_name IS NULL OR person.linked_name <> person.name
SET person.linked_name = person.name
RETURN person.uid AS uid
