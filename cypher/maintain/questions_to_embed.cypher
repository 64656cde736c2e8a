// name: questions_to_embed
// returns: many
// A page of questions of every space, in a fixed order, for encoding again with another model.
MATCH (question:Question)
WHERE question.uid > $after
RETURN question.uid AS uid, question.text AS content
ORDER BY uid
LIMIT $limit
