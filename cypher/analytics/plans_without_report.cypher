// name: plans_without_report
// returns: many
// Plans that nobody reported back on: nothing was told later of the same doing, or of what the
// plan names. $conversation narrows to one conversation, $person is whose plan it is.
MATCH (plan:Answer {space: $space})-[:SUBJECT]->(subject)
WHERE plan.kind = 'plan' AND plan.polarity = 'positive'
  AND ($conversation IS NULL OR plan.conversation_id = $conversation)
  AND ($person IS NULL
       OR EXISTS { MATCH (subject)-[:SAME_PERSON_AS*0..2]-(same)
                   WHERE toLower($person) IN [id IN same.names + [same.uid, same.person_id]
                                              | toLower(id)] })
  AND NOT EXISTS {
    // Whoever or whatever is the same, in whichever session or conversation.
    MATCH (subject)-[:RECONCILED_INTO|SAME_PERSON_AS*0..4]->()
          <-[:RECONCILED_INTO|SAME_PERSON_AS*0..4]-()<-[:SUBJECT]-(later:Answer)
    WHERE later.said_at > plan.said_at AND later.modality = 'said'
      AND (later.predicate = plan.predicate AND toLower(later.object) = toLower(plan.object)
           OR EXISTS {
             MATCH (plan)-[:NAMES]->()-[:RECONCILED_INTO*0..4]->()
                   <-[:RECONCILED_INTO*0..4]-()<-[:NAMES]-(later)
           })
  }
MATCH (plan)-[:STATED_BY]->(speaker:Person)
RETURN coalesce(head([(subject)-[:BELONGS_TO]->(owner) | owner.name]) + '\'s ', '') + subject.name
         AS whose,
       plan.text AS what,
       CASE WHEN plan.precision IS NOT NULL AND plan.valid_from.year > 1
         THEN date(plan.valid_from) END AS meant_for,
       speaker.name AS told_by,
       date(plan.said_at) AS said_on,
       plan.conversation_id + '/' + plan.statement_turns[0] AS turn
ORDER BY plan.said_at, turn, plan.uid
LIMIT $limit
