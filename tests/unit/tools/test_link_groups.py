"""Places in groups: one order of what was said, as people count, unlike for two turns."""

import random

from graphmem.tools import Index
from graphmem.tools.link_groups import (
    REACH,
    GroupKind,
    GroupPosition,
    before_all,
    order_key,
    turn_key,
    turn_of_key,
)
from tests.unit.tools.harbour import MARCH, Harbour


def test_the_order_is_that_of_the_index() -> None:
    world = Harbour()
    for number in range(40):
        world.say(
            world.ana,
            f"Ana said the {number}th",
            at=MARCH,
            conversation=random.Random(number).choice(["pond", "harbour"]),
        )
    index = Index(world.snapshot())
    keys = [turn_key(item) for item in index.statements]
    assert keys == sorted(keys)
    assert len({*keys}) == len(keys)
    assert keys == [turn_of_key(order_key(item)) for item in index.statements]


def test_ids_that_are_nearly_alike_stay_apart() -> None:
    world = Harbour()
    one = world.say(world.ana, "Ana said it", at=MARCH, conversation="pond")
    places = [("a b", "c", "D2"), ("a", "b c", "D2"), ("a", "b c", "D02"), ("å", "c", "D2")]
    keys = {
        turn_key(one._replace(conversation_id=talk, session_id=session, turn_ids=(turn,)))
        for talk, session, turn in places
    }
    assert len(keys) == len(places)
    assert all(key.isascii() for key in keys)


def test_before_a_place_stand_the_nearest_within_reach() -> None:
    reach = REACH[GroupKind.THING]
    at = [f"k1 {number:02}" for number in range(reach + 3)]
    places = {
        place: [GroupPosition(GroupKind.THING, place)] for place in random.sample(at, len(at))
    }
    places["other"] = [GroupPosition(GroupKind.THING, "k2 00")]
    found = before_all(places)
    assert found[GroupKind.THING, at[-1]] == tuple(at[-1 - reach : -1])
    assert found[GroupKind.THING, at[1]] == (at[0],)
    assert found[GroupKind.THING, "k2 00"] == ()
