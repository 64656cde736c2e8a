// name: places_after
// returns: many
// The statements that stand after these places in their groups, each with its own place: the
// nearest, as many as are looked at by kind of group.
UNWIND $rows AS row
CALL (row) {
  WITH row
  WHERE row.kind = 'slot'
  MATCH (statement)-[place:SUBJECT]->()
  USING INDEX place:SUBJECT(slot_at)
  WHERE place.slot_at > row.at AND place.slot_at < row.group_end
  RETURN statement.uid AS uid, place.slot_at AS found
  ORDER BY found
  LIMIT $reach_slot
  UNION ALL
  WITH row
  WHERE row.kind = 'again'
  MATCH (statement)-[place:SUBJECT]->()
  USING INDEX place:SUBJECT(again_at)
  WHERE place.again_at > row.at AND place.again_at < row.group_end
  RETURN statement.uid AS uid, place.again_at AS found
  ORDER BY found
  LIMIT $reach_again
  UNION ALL
  WITH row
  WHERE row.kind = 'subject'
  MATCH (statement)-[place:SUBJECT]->()
  USING INDEX place:SUBJECT(subject_at)
  WHERE place.subject_at > row.at AND place.subject_at < row.group_end
  RETURN statement.uid AS uid, place.subject_at AS found
  ORDER BY found
  LIMIT $reach_subject
  UNION ALL
  WITH row
  WHERE row.kind = 'predicate'
  MATCH (statement)-[place:SUBJECT]->()
  USING INDEX place:SUBJECT(predicate_at)
  WHERE place.predicate_at > row.at AND place.predicate_at < row.group_end
  RETURN statement.uid AS uid, place.predicate_at AS found
  ORDER BY found
  LIMIT $reach_predicate
  UNION ALL
  WITH row
  WHERE row.kind = 'thing'
  MATCH (statement)-[place:NAMES]->()
  USING INDEX place:NAMES(thing_at)
  WHERE place.thing_at > row.at AND place.thing_at < row.group_end
  RETURN statement.uid AS uid, place.thing_at AS found
  ORDER BY found
  LIMIT $reach_thing
  UNION ALL
  WITH row
  WHERE row.kind = 'pair'
  MATCH (statement)-[place:NAMES]->()
  USING INDEX place:NAMES(pair_at)
  WHERE place.pair_at > row.at AND place.pair_at < row.group_end
  RETURN statement.uid AS uid, place.pair_at AS found
  ORDER BY found
  LIMIT $reach_pair
  UNION ALL
  WITH row
  WHERE row.kind = 'opinion'
  MATCH (statement)-[place:NAMES]->()
  USING INDEX place:NAMES(opinion_at)
  WHERE place.opinion_at > row.at AND place.opinion_at < row.group_end
  RETURN statement.uid AS uid, place.opinion_at AS found
  ORDER BY found
  LIMIT $reach_opinion
}
RETURN row.kind AS kind, row.at AS at, collect([found, uid]) AS stands
