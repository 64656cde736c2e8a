// name: standing_sides
// returns: many
// Which of these uids, as decisions have them, still stand for somebody or something.
UNWIND $uids AS uid
WITH uid
WHERE EXISTS { (:Person {uid: uid}) }
   OR EXISTS { (:Entity {uid: uid}) }
   OR EXISTS { (:Entity {key_uid: uid}) }
RETURN uid
