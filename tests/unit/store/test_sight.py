"""What of a space the tools may see."""

from datetime import datetime

import pytest

from graphmem.model.memory import KnownEntity
from graphmem.model.scope import EARLIEST, LATEST, Reach, Scope
from graphmem.model.workspace import EntityType
from graphmem.store.sight import EVERYTHING, Sight

JUNE, JULY, AUGUST = (datetime(2024, month, 1) for month in (6, 7, 8))


def boat(conversation: str = "pond", session: str = "S1") -> KnownEntity:
    """Spoken of in July."""
    return KnownEntity(
        uid="entity:1",
        conversation_id=conversation,
        session_id=session,
        key="boat",
        name="boat",
        type=EntityType.THING,
        aliases=(),
        owner_uid=None,
        proper=False,
        mentioned_by=(),
        mention_turns=(),
        first_said_at=JULY,
        last_said_at=JULY,
    )


def test_all_of_a_scope_goes_into_what_the_tools_see() -> None:
    scope = Scope(
        space="s",
        conversations=("pond",),
        reach=Reach(conversations=("pond",), people=("person:1",)),
        session="S1",
        said_from=JUNE,
        said_to=AUGUST,
    )
    assert Sight.of(scope).parameters == {
        "since": JUNE,
        "until": AUGUST,
        "conversation_ids": ["pond"],
        "session": "S1",
    }
    assert Sight.of(Scope(space="s")) == EVERYTHING == Sight(LATEST, None, EARLIEST, None)


@pytest.mark.parametrize(
    ("sight", "seen"),
    [
        (EVERYTHING, True),
        (Sight(until=JUNE), False),
        (Sight(since=AUGUST), False),
        (Sight(since=JULY, until=JULY), True),
        (Sight(conversations=frozenset(["lake"])), False),
        (Sight(conversations=frozenset(["pond"]), session="S1"), True),
        (Sight(conversations=frozenset(["pond"]), session="S2"), False),
    ],
)
def test_a_thing_is_in_sight_where_it_was_spoken_of_there_and_then(
    sight: Sight, seen: bool
) -> None:
    assert sight.sees(boat()) is seen
