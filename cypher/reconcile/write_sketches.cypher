// name: write_sketches
// returns: none
// What conversations show of those who take part.
UNWIND $rows AS row
MATCH (person:Person {uid: row.person_uid})
MATCH (conversation:Conversation {uid: row.conversation_uid})
MATCH (person)-[link:PARTICIPATED_IN]->(conversation)
SET link.sketch = row.sketch, link.sketched_until = row.sketched_until
