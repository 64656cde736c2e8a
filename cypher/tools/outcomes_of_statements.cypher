// name: outcomes_of_statements
// returns: many
// Of each of these answers and roles, by conversation: when it was said, who extracted it, when it
// was replaced first, whether it was corrected, and whether something contradicts it that was not
// replaced or corrected itself; and when the last turn of the conversation was said. Only by what
// was said from one moment to another, in the conversations and the session given (null: all).
UNWIND $uids AS uid
MATCH (statement:Statement {uid: uid})
WHERE statement.space = $space
CALL (statement) {
  // Answers alone are linked: a role is told by the answer of its turn that has its words.
  OPTIONAL MATCH (statement)-[:EVIDENCED_BY]->(:Turn)<-[:EVIDENCED_BY]-(answer:Answer)
  WHERE statement:Role AND answer.text = statement.text
  WITH collect(DISTINCT answer) + [statement] AS told
  UNWIND told AS one
  OPTIONAL MATCH (one)-[link:SUPERSEDES|CORRECTS|CONFLICTS_WITH]-(other:Answer)
  WHERE $since <= other.said_at <= $until
    AND ($conversation_ids IS NULL OR other.conversation_id IN $conversation_ids)
    AND ($session IS NULL OR other.session_id = $session)
    AND CASE
      WHEN link:CONFLICTS_WITH THEN NOT EXISTS {
        MATCH (other)<-[:SUPERSEDES|CORRECTS]-(later:Answer)
        WHERE $since <= later.said_at <= $until
          AND ($conversation_ids IS NULL OR later.conversation_id IN $conversation_ids)
          AND ($session IS NULL OR later.session_id = $session)
      }
      ELSE endNode(link) = one
    END
  RETURN min(CASE WHEN link:SUPERSEDES THEN other.said_at END) AS replaced_at,
         count(CASE WHEN link:CORRECTS THEN 1 END) > 0 AS corrected,
         count(CASE WHEN link:CONFLICTS_WITH THEN 1 END) > 0 AS contested
}
WITH statement.conversation_id AS conversation_id,
     collect(statement)[0] AS one,
     collect([
       statement.uid,
       toString(statement.said_at),
       statement.extracted_by,
       toString(replaced_at),
       corrected,
       contested
     ]) AS outcomes
CALL (one) {
  MATCH (one)-[:EVIDENCED_BY]->(:Turn)<-[:HAS_TURN]-(:Session)<-[:HAS_SESSION]-(conversation)
  WITH conversation
  LIMIT 1
  MATCH (conversation)-[:HAS_SESSION]->(session:Session)
  WHERE $session IS NULL OR session.session_id = $session
  WITH session
  ORDER BY session.started_at DESC, session.session_id DESC
  LIMIT 1
  OPTIONAL MATCH (last:Turn {uid: session.last_turn_uid})
  RETURN max(coalesce(last.said_at, session.started_at)) AS last_said_at
}
RETURN toString(coalesce(last_said_at, one.said_at)) AS heard_to, outcomes
ORDER BY conversation_id
