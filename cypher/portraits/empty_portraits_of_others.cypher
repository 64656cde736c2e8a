// name: empty_portraits_of_others
// returns: one
// Takes what they tell out of the portraits of people who are one human with somebody else, and of
// entities that something else or a person stands for, whose portrait tells it now; how often they
// changed stays, for when they are told apart again.
MATCH (portrait:Portrait {space: $space})-[:PORTRAYS]->(part)
USING INDEX portrait:Portrait(space)
WHERE portrait.inputs_digest <> ''
  AND EXISTS { (part)-[:SAME_PERSON_AS|RECONCILED_INTO|IS_PERSON]->() }
SET portrait.text = '',
    portrait.sentences = '[]',
    portrait.statement_uids = [],
    portrait.worded = null,
    portrait.worded_by = null,
    portrait.worded_version = null,
    portrait.left_out = 0,
    portrait.inputs_digest = ''
RETURN count(*) AS emptied
