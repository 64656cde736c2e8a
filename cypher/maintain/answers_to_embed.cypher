// name: answers_to_embed
// returns: many
// A page of answers of every space, in a fixed order, for encoding again with another model.
MATCH (answer:Answer)
WHERE answer.uid > $after
RETURN answer.uid AS uid, answer.text AS content
ORDER BY uid
LIMIT $limit
