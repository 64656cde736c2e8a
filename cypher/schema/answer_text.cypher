// name: create_answer_text_index
// returns: none
// Full text over answers. As with turns, a query must require the one-token keys.
CREATE FULLTEXT INDEX answer_text IF NOT EXISTS
FOR (answer:Answer)
ON EACH [answer.text, answer.space_key, answer.conversation_key, answer.session_key,
         answer.speaker_key, answer.subject_key, answer.day_key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
