// name: questions_answered
// returns: many
// The questions that these answers answer.
UNWIND $uids AS uid
MATCH (:Answer {uid: uid})<-[:ANSWERED_BY]-(question:Question)
RETURN DISTINCT question.uid AS uid
