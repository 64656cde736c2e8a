// name: turns_to_embed
// returns: many
// A page of turns of every space, in a fixed order, for encoding again with another model.
MATCH (turn:Turn)
WHERE turn.uid > $after
RETURN turn.uid AS uid, turn.content AS content
ORDER BY uid
LIMIT $limit
