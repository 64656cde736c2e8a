import pytest

from graphmem.errors import NotFoundError
from graphmem.model.memory import Snapshot
from graphmem.tools import Index, SnapshotTools
from tests.unit.reconciliation.build import days, later
from tests.unit.tools.harbour import JUNE, MARCH, Harbour


@pytest.mark.parametrize("person", ["Ana", "ana", "ANA"])
def test_roles_of_all_conversations_in_time_with_speaker_turn_and_partner(person: str) -> None:
    world = Harbour()
    found = world.tools().get_entity_timeline("job", person)
    assert (found.entity_name, found.person) == ("job", "Ana")
    assert [(e.role, e.states, e.partners) for e in found.entries] == [
        ("welder", ("works_at_Keel",), ("Bo",)),
        ("foreman", ("leads_yard",), ("Cy",)),
    ]
    first = found.entries[0]
    assert (first.speaker, first.subject, first.quote) == ("Ana", "Ana", "I weld hulls at Keel")
    assert first.turn_id == f"pond/{world.welds.turn_ids[0]}"
    assert first.said_at == MARCH


def test_what_was_so_earlier_comes_first_though_it_was_said_later() -> None:
    world = Harbour()
    before = later(MARCH, -700)
    world.role(
        world.ana,
        world.later_job,
        "apprentice",
        "Ana was an apprentice",
        at=later(JUNE, 100),
        interval=days(before, later(before, 300)),
    )
    roles = [entry.role for entry in world.tools().get_entity_timeline("job", "Ana").entries]
    assert roles == ["apprentice", "welder", "foreman"]


def test_another_persons_entity_of_the_name_is_left_out() -> None:
    world = Harbour()
    other = world.thing(world.bo, "job", at=JUNE, conversation="pond", owner=world.bo)
    world.role(world.bo, other, "baker", "Bo bakes bread", at=JUNE)
    roles = {entry.role for entry in world.tools().get_entity_timeline("job", "Ana").entries}
    assert roles == {"welder", "foreman"}
    (his,) = world.tools().get_entity_timeline("job", "Bo").entries
    assert his.role == "baker"


def test_a_possessive_says_whose_it_is() -> None:
    world = Harbour()
    assert len(world.tools().get_entity_timeline("Ana's job", "Ana").entries) == 2
    assert world.tools().get_entity_timeline("Ana's job", "Bo").entries == ()


def test_the_order_of_the_snapshot_means_nothing() -> None:
    known = Harbour().known()
    turned = Snapshot(
        known.space,
        known.people[::-1],
        known.entities[::-1],
        known.roles[::-1],
        known.answers[::-1],
    )
    one, other = (
        SnapshotTools(Index(item)).get_entity_timeline("job", "Ana") for item in (known, turned)
    )
    assert one == other


@pytest.mark.parametrize(("name", "person"), [("job", "Zoe"), ("yacht", "Ana"), ("", "Ana")])
def test_what_nobody_bears_is_an_error_that_names_it(name: str, person: str) -> None:
    with pytest.raises(NotFoundError):
        Harbour().tools().get_entity_timeline(name, person)
