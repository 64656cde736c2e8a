// name: create_mark_constraint
// returns: none
// One node remembers what the database holds; two clients that start at once must share it.
CREATE CONSTRAINT graphmem_uid IF NOT EXISTS
FOR (mark:GraphMem) REQUIRE mark.uid IS UNIQUE
