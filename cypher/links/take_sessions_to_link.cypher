// name: take_sessions_to_link
// returns: many
// The sessions whose statements have changed since they were linked, with the places that
// statements have left; they count as linked from here on. Those of conversations that are yet to
// be planned wait for that, so that one transaction does not link a whole space.
MATCH (session:Session {space: $space, relink: true})
USING INDEX SEEK session:Session(space, relink)
WHERE EXISTS {
  MATCH (session)<-[:HAS_SESSION]-(conversation:Conversation)
  WHERE conversation.stale IS NULL
}
WITH session, session.uid AS uid, coalesce(session.left_places, []) AS left_places
SET session.relink = null, session.left_places = null
RETURN uid, left_places
ORDER BY uid
