// name: add_turn
// returns: optional
// One turn at the end of its session, in one trip: nothing is written where a turn of this uid is
// recorded or was forgotten, or where the session has other than the expected number of turns (null: any number).
// Nothing comes back, and nothing is written, where the database takes another model's vectors.
MATCH (mark:GraphMem {uid: 'graphmem'})
WHERE mark.embedding_model = $embedding_model AND mark.schema_version = $schema_version
MERGE (conversation:Conversation {uid: $conversation_uid})
  ON CREATE SET conversation.space = $space,
                conversation.conversation_id = $conversation_id,
                conversation.source = $source,
                conversation.recorded_at = datetime()
SET conversation.space = $space  // the conversation's lock: what follows is read under it
WITH conversation
OPTIONAL MATCH (known:Turn {uid: $turn_uid})
OPTIONAL MATCH (gone:ForgottenTurn {uid: $turn_uid})
OPTIONAL MATCH (session:Session {uid: $session.uid})
WITH conversation, known, gone,
     CASE WHEN session IS NULL THEN 0 ELSE COUNT { (session)-[:HAS_TURN]->() } END AS turns
CALL (conversation, known, gone, turns) {
  WITH conversation, turns
  WHERE known IS NULL AND gone IS NULL AND turns = coalesce($expected, turns)
  MERGE (session:Session {uid: $session.uid})
    ON CREATE SET session.space = $space,
                  session.conversation_id = $conversation_id,
                  session.session_id = $session.session_id,
                  session.started_at = $said_at,
                  session.revision = 0,
                  session.recorded_at = datetime()
  SET session.space = $space
  MERGE (conversation)-[:HAS_SESSION]->(session)
  MERGE (person:Person {uid: $person.uid})
    ON CREATE SET person.space = $space,
                  person.person_id = $person.person_id,
                  person.conversation_id = $person.conversation_id,
                  person.names = [],
                  person.recorded_at = datetime()
  WITH conversation, session, turns, person,
       $person.name IN person.names AS named,
       EXISTS { (person)-[:PARTICIPATED_IN]->(conversation) } AS takes_part
  MERGE (person)-[:PARTICIPATED_IN]->(conversation)
  WITH conversation, session, turns, person, named, takes_part
  CALL (person, named) {
    WITH person
    WHERE NOT named
    UNWIND person.names + [$person.name] AS name
    WITH person, name
    ORDER BY name
    WITH person, collect(name) AS names
    SET person.names = names, person.name = names[0]
  }
  CALL (person, conversation, session, named, takes_part) {
    WITH person, conversation, session
    WHERE NOT (named AND takes_part)
    MATCH (person)-[:PARTICIPATED_IN]->(place:Conversation)
    WHERE NOT named OR place = conversation
    SET place.stale = true, place.changes = coalesce(place.changes, 0) + 1
    WITH session, place
    MATCH (place)-[:HAS_SESSION]->(other:Session)
    WHERE other <> session
    SET other.space = $space
    WITH DISTINCT other
    SET other.revision = other.revision + 1,
        other.waiting_since = coalesce(other.waiting_since, datetime()),
        other.told_at = coalesce(other.told_at, other.recorded_at)
  }
  WITH session, turns, person
  CREATE (session)-[:HAS_TURN]->(turn:Turn)-[:SPOKEN_BY]->(person)
  SET turn = $properties,
      turn.space = $space,
      turn.conversation_id = $conversation_id,
      turn.position = turns,
      turn.recorded_at = datetime(),
      turn.waiting_since = datetime()
  WITH session, turn
  CALL db.create.setNodeVectorProperty(turn, 'embedding', $embedding)
  WITH session, turn
  CALL (session, turn) {
    MATCH (last:Turn {uid: session.last_turn_uid})
    CREATE (last)-[:NEXT]->(turn)
  }
  SET session.revision = session.revision + 1,
      session.waiting_since = coalesce(session.waiting_since, datetime()),
      session.told_at = datetime(),
      session.last_turn_uid = turn.uid,
      session.started_at = CASE WHEN $said_at < session.started_at
                                THEN $said_at ELSE session.started_at END
  RETURN count(*) AS written
}
RETURN written > 0 AS stored,
       turns,
       known.session_id AS session_id,
       known.dia_id AS dia_id,
       known.digest AS digest,
       known.position AS position,
       known.said_at AS said_at,
       known.zone AS zone,
       gone.recorded_at AS forgotten
