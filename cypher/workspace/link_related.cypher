// name: link_related
// returns: one
// How one entity stands to another, by the answer that says so.
UNWIND $rows AS row
MATCH (entity:Entity {uid: row.from})
MATCH (other:Entity {uid: row.to})
CREATE (entity)-[link:RELATES_TO]->(other)
SET link = row.properties,
    link.valid_from = localdatetime(row.properties.valid_from),
    link.valid_to = localdatetime(row.properties.valid_to)
RETURN count(*) AS written
