// name: create_turn_text_index
// returns: none
// Full text over turns. It has no filter of its own: the one-token keys beside the content are
// required in every query instead.
CREATE FULLTEXT INDEX turn_text IF NOT EXISTS
FOR (turn:Turn)
ON EACH [turn.content, turn.space_key, turn.conversation_key, turn.session_key, turn.speaker_key, turn.day_key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
