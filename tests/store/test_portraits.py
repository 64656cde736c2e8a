"""A portrait on a live graph: one human's own life, kept, and made anew only where it changes."""

from collections.abc import Iterable
from datetime import datetime

import pytest

from graphmem.errors import AmbiguousNameError, InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.portrait import Past, Portrait, PortraitSection
from graphmem.model.workspace import (
    EntityType,
    Kind,
    Modality,
    Network,
    ProposedAnswer,
    ProposedEntity,
    ProposedWorkspace,
    Quote,
    Reference,
    network_of,
)
from tests.talk import make_conversation, make_session

PORCH = make_conversation(
    "porch",
    make_session(
        1,
        [
            ("Ana", "I work at Tern Marine."),
            ("Ben", "I work at the mill. And I hate cherries."),
            ("Ana", "Please keep your letters short. I love sour cherries."),
            ("Ana", "I will paint the boat next month."),
            ("Ben", "Ana thinks the ferry is too slow."),
        ],
        day=datetime(2024, 3, 1),
    ),
    make_session(
        2,
        [
            ("Ana", "I work at Halden Yards since June."),
            ("Ben", "Is that far?"),
            ("Ana", "No. And I do love sour cherries!"),
        ],
        day=datetime(2024, 7, 1),
    ),
)
WARD = make_conversation(
    "ward",
    make_session(
        1,
        [("Ana", "I keep bees on the roof."), ("Dora", "I keep goats.")],
        day=datetime(2024, 5, 1),
    ),
)


def fact(
    speaker: str,
    turn: str,
    quote: str,
    text: str,
    predicate: str,
    object: str,
    kind: Kind,
    *,
    names: Iterable[Reference] = (),
    of: str | None = None,
    modality: Modality = Modality.SAID,
    time: str | None = None,
) -> ProposedAnswer:
    network = network_of(kind)
    assert isinstance(network, Network)
    return ProposedAnswer(
        speaker=speaker,
        subject=Reference(name=of or speaker),
        text=text,
        predicate=predicate,
        object=object,
        kind=kind,
        network=network,
        modality=modality,
        names=tuple(names),
        time=time,
        evidence=(Quote(turn_id=turn, text=quote),),
    )


def firm(name: str, turn: str) -> ProposedEntity:
    quote = Quote(turn_id=turn, text=name)
    return ProposedEntity(name=name, type=EntityType.ORG, proper=True, evidence=(quote,))


TERN, HALDEN = Reference(name="Tern Marine"), Reference(name="Halden Yards")
ON_THE_PORCH = ProposedWorkspace(
    entities=(firm("Tern Marine", "D1:1"), firm("Halden Yards", "D2:1")),
    answers=(
        fact("Ana", "D1:1", "I work at Tern Marine", "Ana works at Tern Marine", "work_at",
             "Tern Marine", Kind.STATE, names=[TERN]),
        fact("Ana", "D2:1", "I work at Halden Yards since June", "Ana works at Halden Yards",
             "work_at", "Halden Yards", Kind.STATE, names=[HALDEN], time="since June"),
        fact("Ben", "D1:2", "I work at the mill", "Ben works at the mill", "work_at", "mill",
             Kind.STATE),
        fact("Ben", "D1:2", "I hate cherries", "Ben hates cherries", "hate", "cherries",
             Kind.PREFERENCE),
        fact("Ana", "D1:3", "keep your letters short", "Ana wants letters kept short", "want",
             "short letters", Kind.INSTRUCTION),
        fact("Ana", "D1:3", "I love sour cherries", "Ana loves sour cherries", "love",
             "sour cherries", Kind.PREFERENCE),
        fact("Ana", "D2:3", "I do love sour cherries", "Ana loves sour cherries", "love",
             "sour cherries", Kind.PREFERENCE),
        fact("Ana", "D1:4", "I will paint the boat next month", "Ana will paint the boat", "paint",
             "boat", Kind.PLAN, modality=Modality.PLANNED, time="next month"),
        fact("Ben", "D1:5", "Ana thinks the ferry is too slow", "Ana thinks the ferry is too slow",
             "think", "ferry", Kind.OPINION, of="Ana"),
    ),
)  # fmt: skip
ON_THE_WARD = ProposedWorkspace(
    answers=(
        fact("Ana", "D1:1", "I keep bees on the roof", "Ana keeps bees on the roof", "keep", "bees",
             Kind.STATE),
        fact("Dora", "D1:2", "I keep goats", "Dora keeps goats", "keep", "goats", Kind.STATE),
    ),
)  # fmt: skip


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.ingest(PORCH, WARD, record_only=True)
    memory.add_facts("porch", ON_THE_PORCH)
    memory.add_facts("ward", ON_THE_WARD)
    memory.reconcile()
    return memory


def texts(portrait: Portrait, section: PortraitSection) -> list[str]:
    return [one.text for one in portrait.sentences if one.section is section]


def kept(memory: Memory) -> list[tuple[str, int]]:
    rows = memory.cypher(
        "MATCH (p:Portrait {space: $space})-[:PORTRAYS]->(of) "
        "RETURN of.name + ' ' + coalesce(of.conversation_id, ''), p.version ORDER BY p.of_uid",
        parameters={"space": memory.space},
    ).rows
    return sorted((str(name), int(version)) for name, version in rows)


def test_what_holds_and_what_held_of_one_person(told: Memory) -> None:
    ana = told.profile("porch/Ana")

    assert texts(ana, PortraitSection.NOW) == ["Ana works at Halden Yards"]
    assert texts(ana, PortraitSection.STANDING) == [
        "Ana loves sour cherries",
        "Ana wants letters kept short",
    ]
    assert texts(ana, PortraitSection.OPINIONS) == ["Ana thinks the ferry is too slow"]
    # The plan's month is past.
    assert texts(ana, PortraitSection.PLANS) == []
    before = {one.text: one for one in ana.sentences if one.section is PortraitSection.BEFORE}
    assert before.keys() == {"Ana works at Tern Marine", "Ana will paint the boat"}
    assert before["Ana will paint the boat"].past is Past.LAPSED
    left = before["Ana works at Tern Marine"]
    assert left.past is Past.REPLACED
    assert left.successor is not None
    assert left.successor.text == "Ana works at Halden Yards"
    assert left.successor.turn_ids == ("porch/D2:1",)
    # Nothing of Ben's.
    assert "Ben" not in ana.text.replace("told by Ben", "")
    assert ana.left_out == 0


def test_each_sentence_is_stored_cited_and_says_who_else_told_it(told: Memory) -> None:
    ana = told.profile("porch/Ana")

    (cherries,) = (one for one in ana.sentences if "cherries" in one.text)
    assert cherries.turn_ids == ("porch/D1:3", "porch/D2:3")
    assert len(cherries.statement_uids) == 2
    assert f"{cherries.text} — 1 July 2024 [porch/D1:3] [porch/D2:3]" in ana.text
    assert {one.text: one.told_by for one in ana.sentences if one.told_by} == {
        "Ana thinks the ferry is too slow": "Ben"
    }
    stored = told.cypher(
        "MATCH (s:Statement {space: $space}) RETURN s.uid, s.text",
        parameters={"space": told.space},
    )
    known = dict(stored.rows)
    assert all(known[one.statement_uid] == one.text for one in ana.sentences)


def test_an_earlier_moment_is_computed_and_not_kept(told: Memory) -> None:
    march = told.profile("porch/Ana", as_of="2024-03-20")

    assert texts(march, PortraitSection.NOW) == ["Ana works at Tern Marine"]
    assert texts(march, PortraitSection.PLANS) == ["Ana will paint the boat"]
    assert march.version is None
    assert kept(told) == []


def test_it_is_kept_and_its_version_counts_the_changes(told: Memory) -> None:
    first = told.profile("porch/Ana")
    assert first.version == 1
    assert told.profile("porch/Ana") == first
    assert told.profile(first.of) == first

    # The same talk and the same facts again: nothing has changed.
    told.ingest(PORCH, WARD, record_only=True)
    told.add_facts("porch", ON_THE_PORCH)
    told.reconcile()
    assert told.profile("porch/Ana") == first
    more = fact("Ana", "D2:1", "since June", "Ana is a rigger", "work_as", "rigger", Kind.STATE)
    told.add_facts(
        "porch", ON_THE_PORCH.model_copy(update={"answers": (*ON_THE_PORCH.answers, more)})
    )
    told.reconcile()
    # Brought up to date by the run itself, before anybody reads it.
    assert kept(told) == [("Ana porch", 2)]
    second = told.profile("porch/Ana")
    assert second.version == 2
    assert "Ana is a rigger" in texts(second, PortraitSection.NOW)


def test_who_is_one_human_has_one_portrait_and_an_undo_parts_it_again(told: Memory) -> None:
    with pytest.raises(AmbiguousNameError) as asked:
        told.profile("Ana")
    assert len(asked.value.candidates) == 2
    apart = told.profile("porch/Ana")
    bees = told.profile("ward/Ana")
    assert texts(bees, PortraitSection.NOW) == ["Ana keeps bees on the roof"]

    decision = told.merge("porch/Ana", "ward/Ana", reason="One woman.")
    one = told.profile("Ana")
    assert texts(one, PortraitSection.NOW) == [
        "Ana works at Halden Yards",
        "Ana keeps bees on the roof",
    ]
    assert told.profile("ward/Ana") == one
    assert "goats" not in one.text
    # What the other's portrait told is told by this one alone.
    stored = told.cypher(
        "MATCH (p:Portrait {space: $space}) RETURN p.text <> '' AS told, p.version ORDER BY told",
        parameters={"space": told.space},
    )
    assert stored.rows == ((False, 1), (True, 2))

    told.undo(decision.uid)
    again = told.profile("porch/Ana")
    assert again.text == apart.text
    assert again.inputs_digest == apart.inputs_digest
    assert told.profile("ward/Ana").text == bees.text


def test_of_a_thing_whatever_names_it_is_told(told: Memory) -> None:
    yards = told.profile("Halden Yards")

    assert yards.name == "Halden Yards"
    assert told.profile("porch//Halden Yards") == told.profile(yards.of) == yards
    assert texts(yards, PortraitSection.NOW) == ["Ana works at Halden Yards"]
    assert kept(told) == [("Halden Yards porch", 1)]


def test_a_budget_drops_whole_sentences_and_says_how_many(told: Memory) -> None:
    whole = told.profile("porch/Ana", token_budget=10_000)
    for budget in (1, 40, 80, 120, whole.tokens - 1):
        part = told.profile("porch/Ana", token_budget=budget)
        assert part.tokens <= budget
        assert part.left_out == len(whole.sentences) - len(part.sentences) > 0
        assert all(one.text in part.text for one in part.sentences)
        assert not part.sentences or f"({part.left_out} more left out)" in part.text
    with pytest.raises(InputError, match="budget"):
        told.profile("porch/Ana", token_budget=0)


def test_what_nobody_knows_is_not_found(told: Memory) -> None:
    with pytest.raises(NotFoundError, match="Zoe"):
        told.profile("Zoe")
    with pytest.raises(NotFoundError, match="part of a life"):
        told.profile("porch/Ana/address")


def test_a_portrait_goes_with_its_space(told: Memory) -> None:
    told.profile("porch/Ana")
    told.delete_space()
    assert kept(told) == []
    with pytest.raises(NotFoundError, match="nothing"):
        told.profile("Ana")
