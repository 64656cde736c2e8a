"""Profiles and their tags."""

from datetime import datetime

from graphmem.model.decision import Plan
from graphmem.model.workspace import Modality, Network
from graphmem.reconciliation import make_plan
from tests.unit.reconciliation.build import World, entity_of, later, vectors

MAY = datetime(2024, 5, 4, 18)


def boats() -> tuple[World, str, str]:
    world = World()
    ida, _ = world.talk("c1", "Ida", "Bo")
    boat = world.thing(ida, "boat", at=MAY, conversation="c1", owner=ida)
    return world, ida, boat


def planned(world: World) -> Plan:
    return make_plan(world.snapshot(), (), vectors=vectors)


def test_the_facts_that_tell_most_in_time_each_with_its_turn() -> None:
    world, ida, boat = boats()
    for number in range(9):
        world.say(
            ida,
            f"The boat got plank number {number} from the old yard",
            at=later(MAY, 9 - number),
            conversation="c1",
            subject=boat,
        )
    weak = world.say(
        ida,
        "The boat may be nice",
        at=MAY,
        conversation="c1",
        subject=boat,
        network=Network.OPINION,
        modality=Modality.HYPOTHETICAL,
    )
    found = entity_of(planned(world), boat)
    assert len(found.profile) == 6
    assert sum(len(line.text) for line in found.profile) <= 500
    assert weak.uid not in {line.statement_uid for line in found.profile}
    said = {item.uid: item for item in world.answers}
    times = [said[line.statement_uid].said_at for line in found.profile]
    assert times == sorted(times)
    assert all(line.turn_id.startswith("c1/D1:") for line in found.profile)
    assert found.tags[:2] == ("got", "number") or "plank" in found.tags


def test_tags_are_the_words_of_its_facts_without_its_name_and_its_people() -> None:
    world, ida, boat = boats()
    for number in range(3):
        world.say(
            ida,
            f"Ida varnished the boat, coat {number}",
            at=later(MAY, number),
            conversation="c1",
            names=[boat],
        )
    tags = entity_of(planned(world), boat).tags
    assert set(tags) == {"varnished", "coat"}
