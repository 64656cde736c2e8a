// name: turns_leading_up
// returns: many
// What was said before each of these turns in its session: up to four turns, in order. They help
// to read it and are shown to nobody, so nothing else narrows them.
UNWIND $uids AS uid
MATCH (turn:Turn {uid: uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (before:Turn)-[:NEXT*1..4]->(turn)
WITH uid, before
ORDER BY before.position
RETURN uid,
       collect([before.speaker, toString(before.said_at), before.text, before.caption]) AS before
