"""Generated snapshots, made to collide: few names, many aliases, owners at random."""

import random
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from graphmem.model.memory import KnownEntity, KnownState, KnownStatement, Snapshot
from graphmem.model.workspace import EntityType
from tests.unit.reconciliation.build import World

_NAMES = [
    "job",
    "sister",
    "mum",
    "mother",
    "dog",
    "relationship",
    "race",
    "charity race",
    "red car",
    "blue car",
    "career",
    "career plan",
    "Rex",
    "Lena Ott",
    "Lena",
    "Quillworks",
]
_ALIASES = ["Rex", "Lena", "Ines", "race", "sister", "job", "Otto"]
_PEOPLE = ["Ada", "Bo", "Cleo"]
_TYPES = [EntityType.THING, EntityType.EVENT, EntityType.PERSON, EntityType.ORG]
_STATES = ["works_at_Quillworks", "works_at_Tern", "dating_Lena", "dating_Ines", "busy"]
_START = datetime(2024, 1, 1, 10)


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Two or three conversations of two people each, with a handful of things and statements."""
    world = World()
    for number in range(draw(st.integers(2, 3))):
        conversation = f"c{number}"
        pair = draw(st.permutations(_PEOPLE))[:2]
        ids = ["ada" if name == "Ada" and draw(st.booleans()) else None for name in pair]
        people = world.talk(conversation, *pair, ids=ids)
        for _ in range(draw(st.integers(1, 7))):
            _add_thing(draw, world, conversation, people)
        if draw(st.booleans()):
            _add_life(draw, world, conversation, people[0])
    return world.snapshot()


def _add_thing(draw: st.DrawFn, world: World, conversation: str, people: list[str]) -> None:
    name = draw(st.sampled_from(_NAMES))
    speaker = draw(st.sampled_from(people))
    session = draw(st.sampled_from(["S1", "S2"]))
    at = _START + timedelta(days=draw(st.integers(0, 60)))
    thing = world.thing(
        speaker,
        name,
        at=at,
        conversation=conversation,
        session=session,
        owner=draw(st.sampled_from([None, *people])),
        proper=name[0].isupper(),
        aliases=draw(st.lists(st.sampled_from(_ALIASES), max_size=1)),
        type=draw(st.sampled_from(_TYPES)),
    )
    if draw(st.booleans()):
        state = draw(st.sampled_from(_STATES))
        world.role(speaker, thing, "role", f"{name} is {state} in the {name}", state, at=at)
    if draw(st.booleans()):
        text = f"They spoke of the {name} with {draw(st.sampled_from(_ALIASES))}"
        world.say(speaker, text, at=at, conversation=conversation, session=session, subject=thing)


def _add_life(draw: st.DrawFn, world: World, conversation: str, person: str) -> None:
    """Somebody's sister, dog and couple: what can tie two people of one name, or part them."""
    at = _START + timedelta(days=draw(st.integers(0, 60)))
    for name, alias in (("sister", "Ines"), ("dog", "Rex")):
        world.thing(
            person,
            name,
            at=at,
            conversation=conversation,
            owner=person,
            aliases=[draw(st.sampled_from([alias, "Otto"]))],
            type=EntityType.PERSON if name == "sister" else EntityType.THING,
        )
        thing = world.thing(person, name, at=at, conversation=conversation, owner=person)
        world.say(person, f"My {name} is here", at=at, conversation=conversation, subject=thing)
    couple = world.thing(person, "relationship", at=at, conversation=conversation, owner=person)
    state = draw(st.sampled_from(["dating_Lena", "dating_Mara"]))
    world.role(person, couple, "dating", f"They are {state}", state, at=at)


def dense() -> st.SearchStrategy[Snapshot]:
    """Worlds by their seeds: so many draws would take longer than all the plans."""
    return st.integers(0, 2**32).map(dense_world)


def dense_world(seed: int) -> Snapshot:
    """Three or four conversations in which nearly everything ties with something.

    The same few names in all sessions, written in two ways; two moments in all; everything
    owned by one of two, and contradicted at the moment that it is said.
    """
    chance = random.Random(seed)
    world = World()
    for number in range(chance.choice([3, 4])):
        conversation = f"c{number}"
        names = chance.choice([["Ada", "Bo"], ["Bo", "Ada"], ["Ada", "Cleo"], ["Ada", "ADA"]])
        people = world.talk(conversation, *names, ids=["ada" if chance.random() < 0.2 else None])
        known = chance.sample(_DENSE, 4)
        for _ in range(14):
            _add_dense(chance, world, conversation, people, chance.choice(known))
    return world.snapshot()


_DENSE = [
    ("sister", EntityType.PERSON),
    ("older sister", EntityType.PERSON),
    ("Ines", EntityType.PERSON),
    ("Ines Ott", EntityType.PERSON),
    ("Ada", EntityType.PERSON),
    ("dog", EntityType.THING),
    ("Rex", EntityType.THING),
    ("relationship", EntityType.CONCEPT),
    ("job", EntityType.CONCEPT),
    ("race", EntityType.EVENT),
    ("charity race", EntityType.EVENT),
    ("boat race", EntityType.EVENT),
    ("Quillworks", EntityType.ORG),
]


def _add_dense(
    chance: random.Random,
    world: World,
    conversation: str,
    people: list[str],
    named: tuple[str, EntityType],
) -> None:
    name, type = named
    speaker, session = chance.choice(people), chance.choice(["S1", "S2", "S3"])
    at = _START + timedelta(days=chance.choice([0, 0, 30]))
    proper = name[0].isupper()
    thing = world.thing(
        speaker,
        chance.choice([name, name, f"{name}s", name.upper() if proper else f"the {name}"]),
        at=at,
        conversation=conversation,
        session=session,
        owner=None if proper else chance.choice(people),
        proper=proper,
        aliases=chance.sample(["Ines", "Rex", "Otto"], chance.choice([0, 1, 1])),
        type=chance.choice([type, type, EntityType.THING]),
    )
    place = (conversation, session)
    here = [
        uid for uid, it in world.entities.items() if (it.conversation_id, it.session_id) == place
    ]
    for _ in range(chance.choice([1, 2, 4])):
        verb = chance.choice(["fixed", "met", "lost", "drew", "hid"])
        long = " ".join(chance.sample(["today", "at noon", "with great care", "for a year"], 2))
        more: dict[str, Any] = {}
        state = chance.choice(_STATES)
        if name in {"job", "relationship"}:
            more = {"entity_uid": thing, "name": "role", "states": (KnownState("", state, None),)}
        world.say(
            speaker,
            f"They {verb} the {name} {long}",
            at=at,
            conversation=conversation,
            session=session,
            subject=chance.choice([thing, speaker]),
            predicate=chance.choice(["work_at", "live_in", "be", "like", "hate"]),
            object=chance.choice(["Quillworks", "Tern", "Lisbon", "Porto"]),
            names=chance.sample(here, min(len(here), 2)),
            quote=f"we {verb} {chance.choice(['the ', ''])}{name} {long}",
            **more,
        )


@st.composite
def shuffled(draw: st.DrawFn, snapshot: Snapshot) -> Snapshot:
    """The same in another order."""
    return Snapshot(
        snapshot.space,
        tuple(draw(st.permutations(snapshot.people))),
        tuple(draw(st.permutations(snapshot.entities))),
        tuple(draw(st.permutations(snapshot.roles))),
        tuple(draw(st.permutations(snapshot.answers))),
        tuple(draw(st.permutations(snapshot.questions))),
    )


def sessions_of(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Conversation and session of everything, sorted."""
    of_entities = {(item.conversation_id, item.session_id) for item in snapshot.entities}
    statements = (*snapshot.roles, *snapshot.answers)
    return sorted(of_entities | {(item.conversation_id, item.session_id) for item in statements})


def only(snapshot: Snapshot, sessions: Collection[tuple[str, str]]) -> Snapshot:
    """What is known when only these sessions were ingested."""
    places = {conversation_id for conversation_id, _ in sessions}
    people = (
        person._replace(
            conversation_ids=tuple(uid for uid in person.conversation_ids if uid in places)
        )
        for person in snapshot.people
    )

    def there(item: KnownEntity | KnownStatement) -> bool:
        return (item.conversation_id, item.session_id) in sessions

    return Snapshot(
        snapshot.space,
        tuple(person for person in people if person.conversation_ids),
        tuple(filter(there, snapshot.entities)),
        tuple(filter(there, snapshot.roles)),
        tuple(filter(there, snapshot.answers)),
    )
