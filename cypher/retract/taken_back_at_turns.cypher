// name: taken_back_at_turns
// returns: many
// What of these turns was taken back, and what stands in them beside it.
UNWIND $turn_uids AS turn_uid
MATCH (turn:Turn {uid: turn_uid})
USING INDEX turn:Turn(uid)
WHERE turn.space = $space
MATCH (turn)<-[at:AT]-(retraction:Retraction)
WHERE retraction.in_force
WITH turn, retraction, at
ORDER BY retraction.recorded_at, retraction.uid
RETURN turn.uid AS turn_uid,
       collect([
         properties(retraction), at.field, at.quote_start, at.quote_end,
         EXISTS { (retraction)-[:CORRECTED_BY]->(:Answer|Role) }
       ]) AS taken,
       [(turn)<-[words:EVIDENCED_BY {part: 'statement'}]-(one:Answer|Role)
         WHERE one.extracted_by <> 'by hand' |
         [one.text, words.field, words.quote_start, words.quote_end]] AS standing
