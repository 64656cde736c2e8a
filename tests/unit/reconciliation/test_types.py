"""The type of a thing of a conversation, by what all its sessions tell."""

from datetime import datetime, timedelta

from graphmem.model.workspace import EntityType
from graphmem.reconciliation.things import as_thing
from graphmem.tools import Index
from tests.unit.reconciliation.build import World

MAY = datetime(2024, 5, 6, 9)


def test_sessions_tell_the_type_of_a_thing_together() -> None:
    world = World()
    (ann,) = world.talk("c1", "Ann")
    first = world.thing(ann, "Tarn", at=MAY, conversation="c1", session="S1", proper=True)
    again = MAY + timedelta(days=7)
    second = world.thing(ann, "Tarn", at=again, conversation="c1", session="S2", proper=True)
    types = tuple(EntityType)
    scores = {
        first: [-0.5 if one is EntityType.PERSON else -1.0 for one in types],
        second: [-0.1 if one is EntityType.ORG else -4.0 for one in types],
    }
    for uid, given in scores.items():
        world.entities[uid] = world.entities[uid]._replace(type_scores=tuple(given))
    entities = list(world.entities.values())
    assert as_thing("e", entities, Index(world.snapshot())).type is EntityType.ORG
    assert as_thing("e", entities[:1], Index(world.snapshot())).type is EntityType.PERSON


def test_without_scores_a_session_that_knows_more_than_thing_tells_the_type() -> None:
    world = World()
    (ann,) = world.talk("c1", "Ann")
    for session, kind in (("S1", EntityType.THING), ("S2", EntityType.ORG)):
        world.thing(ann, "Tarn", at=MAY, conversation="c1", session=session, proper=True, type=kind)
    index = Index(world.snapshot())
    for entities in (world.entities.values(), reversed(world.entities.values())):
        assert as_thing("e", entities, index).type is EntityType.ORG
