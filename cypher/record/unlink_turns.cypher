// name: unlink_turns
// returns: none
// Takes away the order between neighbours that are neighbours no longer.
UNWIND $links AS row
MATCH (:Turn {uid: row.before})-[next:NEXT]->(:Turn {uid: row.after})
DELETE next
