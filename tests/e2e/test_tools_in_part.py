"""The four tools give the same on the part of a memory that a name needs as on the whole of it."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from math import hypot

import pytest

from graphmem.connection import connect
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.tools import MemoryTools
from graphmem.sample import sample_files
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.memory_about import LayeredMemory, load_memory, memory_about
from graphmem.tools import Index, SnapshotTools
from tests.e2e.conftest import Ingested
from tests.store.workspaces import MODEL

# It holds what another space holds as well, so that each would see the other's if it could.
OTHER = "tools-in-part"


class Scattered:
    """Vectors without meaning at no cost: nothing here is about likeness."""

    model = MODEL
    dimension = 384

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        return [_scattered(text) for text in texts]


def _scattered(text: str) -> list[float]:
    hashed = b"".join(blake2b(text.encode(), salt=bytes([i])).digest() for i in range(6))
    numbers = [byte - 127.5 for byte in hashed]
    length = hypot(*numbers)
    return [number / length for number in numbers]


@pytest.fixture(scope="module")
def memory(sample: Ingested, live_settings: Settings) -> Iterator[Memory]:
    """The sample; some of it is in another space too, with the same ids."""
    settings = live_settings.model_copy(update={"space": OTHER})
    with Memory(settings, encoder=Scattered()) as other:
        other.ingest(sample_files()[0])
        yield sample.memory
        other.delete_space()


@pytest.fixture(scope="module")
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def whole(memory: Memory, database: Database) -> LayeredMemory:
    return load_memory(database, memory.space)


def names_and_uids(whole: LayeredMemory) -> list[str]:
    """Everybody and everything by name, and every entity of the person layer by uid.

    Of the many entities of one conversation every eighth is taken by uid.
    """
    in_layers = sorted(whole.layers, key=lambda item: (item.layer, item.uid))
    uids = [item.uid for item in in_layers if item.conversation_id is None]
    uids += [item.uid for item in in_layers if item.conversation_id is not None][::8]
    names = {name for person in whole.snapshot.people for name in (person.name, person.uid)}
    keys = {entity.key: entity for entity in whole.snapshot.entities}
    several = [item for item in keys.values() if item.aliases or item.owner_uid]
    names |= {name for item in several for name in (item.name, *item.aliases)}
    owners = {person.uid: person.name for person in whole.snapshot.people}
    names |= {f"{owners[i.owner_uid]}'s {i.name}" for i in several if i.owner_uid is not None}
    return [*uids, *sorted(names)]


def answers(tools: MemoryTools, name: str, people: Sequence[str], places: Sequence[str]) -> object:
    """What the four tools say of a name, errors included."""
    calls: list[Callable[[], object]] = [
        lambda: tools.detect_contradictions(name),
        *(lambda p=person: tools.get_entity_timeline(name, p) for person in people),
        *(lambda c=place: tools.get_conversation_context(c, name) for place in places),
        *(
            lambda a=a, b=b: tools.compare_entities_across_conversations(name, a, b)
            for a, b in pairwise(places)
        ),
    ]
    return [_answer(call) for call in calls]


def _answer(call: Callable[[], object]) -> object:
    try:
        return call()
    except NotFoundError as error:
        return str(error)


def tools_over(memory: LayeredMemory) -> SnapshotTools:
    layers = {layer.uid: layer for layer in memory.layers}
    return SnapshotTools(Index(memory.snapshot, memory.canonical), layers)


def test_the_part_says_the_same_as_the_whole(
    memory: Memory, database: Database, whole: LayeredMemory
) -> None:
    people = sorted({person.name for person in whole.snapshot.people})
    places = sorted(
        {place for person in whole.snapshot.people for place in person.conversation_ids}
    )
    all_of_it = tools_over(whole)
    wanted = names_and_uids(whole)
    assert len(wanted) > 200
    for name in wanted:
        part = memory_about(database, memory.space, [name])
        found = answers(tools_over(part), name, people, places)
        assert found == answers(all_of_it, name, people, places), name
        assert {item.uid for item in part.snapshot.entities} <= {
            item.uid for item in whole.snapshot.entities
        }


def test_a_part_is_small(memory: Memory, database: Database, whole: LayeredMemory) -> None:
    part = memory_about(database, memory.space, ["Amara"])
    assert 0 < len(part.snapshot.answers) < len(whole.snapshot.answers) / 20
    assert 0 < len(part.layers) < len(whole.layers) / 20


def test_the_same_ids_in_another_space_stay_there(
    memory: Memory, database: Database, whole: LayeredMemory
) -> None:
    other = load_memory(database, OTHER)
    shared = {item.name for item in other.snapshot.entities}
    assert shared
    for name in sorted(shared)[:40]:
        part = memory_about(database, OTHER, [name])
        assert part.snapshot.entities
        assert {*part.snapshot.entities} <= {*other.snapshot.entities}
        assert {*part.snapshot.answers} <= {*other.snapshot.answers}
    for entity in whole.layers[::50]:
        assert not memory_about(database, OTHER, [entity.uid]).snapshot.entities
