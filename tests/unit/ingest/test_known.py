"""Which names go with a chunk."""

from graphmem.ingest.reading import KnownNames
from graphmem.model.chunk import KnownName
from graphmem.model.workspace import Entity, EntityType, Workspace
from tests.unit.extraction.llm.chunks import make_chunk

PERSON, ORG = EntityType.PERSON, EntityType.ORG
CHUNK = make_chunk(("Nadia", "The people at Keel called again."))


def names(known: KnownNames) -> list[str]:
    return [one.name for one in known.of(CHUNK)]


def test_first_what_the_turns_name_then_people_then_what_is_spoken_of_most() -> None:
    given = [
        KnownName("Ostrel", ORG, mentions=9),
        KnownName("Rui", PERSON, mentions=1),
        KnownName("Lena", PERSON, mentions=4),
        KnownName("Keel & Co", ORG, mentions=1),
    ]
    assert names(KnownNames(lambda _: given)) == ["Keel & Co", "Lena", "Rui", "Ostrel"]


def test_a_name_of_many_sessions_is_one() -> None:
    given = [KnownName("Rui", EntityType.THING, aliases=("brother",)), KnownName("rui", PERSON),
             KnownName("Rui", PERSON, owner_uid="person:1")]  # fmt: skip
    found = KnownNames(lambda _: given).of(CHUNK)
    assert [(one.owner_uid, one.type, one.aliases, one.mentions) for one in found] == [
        (None, PERSON, ("brother",), 2),
        ("person:1", PERSON, (), 1),
    ]


def test_there_are_never_more_than_some_hundred_characters_of_them() -> None:
    given = [KnownName(f"Somebody {number}", PERSON) for number in range(500)]
    found = KnownNames(lambda _: given).of(CHUNK)
    assert 20 < len(found) < 60
    assert sum(len(one.name) for one in found) <= 600


def test_one_of_too_many_other_names_hides_no_other() -> None:
    many = KnownName("Keel", ORG, aliases=tuple(f"Keel of many words {n}" for n in range(60)))
    assert names(KnownNames(lambda _: [many, KnownName("Rui", PERSON)])) == ["Rui"]


def test_what_was_read_since_is_known_and_what_stands_is_asked_for_once() -> None:
    asked: list[str] = []

    def load(conversation_id: str) -> list[KnownName]:
        asked.append(conversation_id)
        return [KnownName("Rui", PERSON)]

    known = KnownNames(load)
    known.add("pond", Workspace(entities=(named("Lena", proper=True), named("oar", proper=False))))
    known.add("harbour", Workspace(entities=(named("Mira", proper=True),)))
    assert set(names(known)) == {"Rui", "Lena"}
    assert asked == ["pond", "harbour"]


def named(name: str, *, proper: bool) -> Entity:
    return Entity(
        uid=name,
        conversation_id="pond",
        session_id="S1",
        key=name.casefold(),
        name=name,
        type=PERSON,
        proper=proper,
        mention_uids=("turn:1",),
    )
