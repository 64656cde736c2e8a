"""Entities, their owners, types and other names; shared pictures."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.rules import extract_by_rules
from graphmem.model.workspace import EntityType, Kind, ProposedEntity, Reference
from tests.unit.extraction.rules.talk import chunk, read


def _entity(name: str, *lines: str) -> ProposedEntity:
    (found,) = [one for one in read(*lines).entities if one.name == name]
    return found


@pytest.mark.parametrize(
    ("line", "name", "kind", "owner", "proper"),
    [
        ("Ana: I sold my guitar.", "guitar", EntityType.THING, "Ana", False),
        ("Ana: Your sister called.", "sister", EntityType.PERSON, "Bo", False),
        ("Ana: I joined a support group.", "support group", EntityType.ORG, None, False),
        ("Ana: I signed up for a weaving class.", "weaving class", EntityType.EVENT, None, False),
        ("Ana: I flew to Norway.", "Norway", EntityType.PLACE, None, True),
        ("Ana: I met Kemal Demir.", "Kemal Demir", EntityType.PERSON, None, True),
    ],
)
def test_entities(line: str, name: str, kind: EntityType, owner: str | None, proper: bool) -> None:
    found = _entity(name, line)
    assert (found.type, found.owner, found.proper) == (kind, owner, proper)


def test_participants_times_and_empty_nouns_are_no_entities() -> None:
    names = {e.name for e in read("Ana: Bo did lots of things last Monday.").entities}
    assert names == set()


@pytest.mark.parametrize(
    ("lines", "name", "alias"),
    [
        (("Ana: My sister Nina is here.",), "sister", "Nina"),
        (("Ana: My dog Biscuit sleeps.",), "dog", "Biscuit"),
        (("Ana: I met a colleague called Peter Lang.",), "colleague", "Peter Lang"),
        (("Ana: I adopted a puppy. She's called Marble.",), "puppy", "Marble"),
        (("Ana: My dog's name is Rex.",), "dog", "Rex"),
    ],
)
def test_other_names(lines: tuple[str, ...], name: str, alias: str) -> None:
    assert alias in _entity(name, *lines).aliases


def test_a_name_that_was_given_stands_for_its_thing() -> None:
    found = read("Ana: My sister Nina is here.", "Ana: Nina sold the van.")
    assert found.answers[-1].subject == Reference(name="sister", owner="Ana")


def test_what_a_statement_names_is_an_entity() -> None:
    found = read(
        "Ana: My sister Nina sold her old guitar to Kemal in Oslo. He plays it every night.",
        "Bo: I work with Kemal at Fjordbank, and my dog Rex adores him.",
    )
    known = {(e.name, e.owner) for e in found.entities} | {("Ana", None), ("Bo", None)}
    for answer in (*found.answers, *found.roles):
        for reference in (answer.subject, *answer.names):
            assert (reference.name, reference.owner) in known


def test_a_shared_picture_is_an_event() -> None:
    (answer,) = extract_by_rules(
        chunk("Ana: Look! | a photo of two goats on a roof", captions=True), load_parser()
    ).answers
    assert answer.text == "Ana shared a photo of two goats on a roof"
    assert (answer.predicate, answer.kind) == ("share_photo", Kind.EVENT)
    assert answer.evidence[0].field == "caption"
    assert answer.evidence[0].text == "a photo of two goats on a roof"
