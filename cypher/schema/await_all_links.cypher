// name: await_all_links
// returns: none
// Notes of every session of the database that its statements are yet to be linked.
MATCH (session:Session)
CALL (session) {
  SET session.relink = true
} IN TRANSACTIONS OF 2000 ROWS
