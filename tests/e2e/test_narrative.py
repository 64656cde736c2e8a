"""How something is done and what happened, read from talk by the networks, on a real Neo4j."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.links import LinkKind
from graphmem.settings import Settings
from tests.talk import make_conversation, make_session

YARD = make_conversation(
    "yard",
    make_session(
        1,
        [
            ("Ana", "I quit my job at Tern Marine last week because the ferry was too slow."),
            ("Ben", "Oh no! How do you varnish the deck these days?"),
            ("Ana", "Let me tell you how to varnish the deck."),
            ("Ana", "Sand the deck with fine paper."),
            ("Ben", "Okay."),
            ("Ana", "Then wipe the dust off with a wet cloth."),
            ("Ana", "Apply the varnish with a wide brush."),
        ],
        day=datetime(2024, 3, 1),
    ),
    make_session(
        2,
        [
            ("Ana", "I started at Halden Yards in June 2024."),
            ("Ana", "By the way, wipe the dust off with a dry cloth instead."),
        ],
        day=datetime(2024, 9, 1),
    ),
)
WARD = make_conversation(
    "ward",
    make_session(
        1, [("Ana", "I won the regatta yesterday!"), ("Dora", "Wow.")], day=datetime(2024, 10, 1)
    ),
)


@pytest.fixture(scope="module")
def told(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": "narrative"})
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        memory.ingest(YARD, WARD)
        yield memory
        memory.delete_space()


def test_a_process_is_its_steps_with_who_taught_them_and_what_changed(told: Memory) -> None:
    found = told.process("varnish the deck")
    (telling,) = found.tellings
    assert (telling.turn_id, telling.taught_by) == ("yard/D1:3", "Ana")
    assert [step.turn_id for step in telling.steps] == ["yard/D1:4", "yard/D1:6", "yard/D1:7"]
    assert [step.number for step in telling.steps] == [1, 2, 3]
    assert {step.taught_by for step in telling.steps} == {"Ana"}
    (change,) = telling.steps[1].changes
    assert change.turn_ids == ("yard/D2:2",)
    assert change.told_by == "Ana"
    assert change.link in (LinkKind.FOLLOWS, LinkKind.RELATED, LinkKind.SUPERSEDES)
    assert "2. Then wipe the dust off with a wet cloth. [yard/D1:6]" in found.text
    assert "[yard/D2:2]" in found.text


def test_a_process_is_of_what_was_heard_by_then(told: Memory) -> None:
    before = told.process("varnish the deck", as_of="2024-03-31")
    assert not any(step.changes for step in before.tellings[0].steps)
    assert told.process("varnish the deck", known_to="Dora").tellings == ()
    assert told.for_person("Ben").process("varnish the deck").tellings
    assert told.process("bake bread").text == ""


def test_a_story_is_cited_and_tells_why_who_knew_and_where_nothing_is_told(told: Memory) -> None:
    found = told.story("yard/Ana", since="2024-01-01", until="2024-08-31")
    first, second = found.sentences
    assert first.turn_ids == ("yard/D1:1",)
    assert [cause.text for cause in first.causes] == ["the ferry was too slow"]
    assert {one.name for one in first.known_by} == {"Ana", "Ben"}
    assert second.turn_ids == ("yard/D2:1",)
    (gap,) = found.gaps
    assert (gap.since.month, gap.until.month) == (2, 6)
    assert "because the ferry was too slow" in found.text
    assert [one.turn_ids for one in told.story("yard/Ana", limit=1).sentences] != [first.turn_ids]
    assert told.story("yard/Ana", limit=1).left_out >= 1


def test_a_story_is_of_what_was_heard_by_then(told: Memory) -> None:
    assert len(told.story("yard/Ana", as_of="2024-03-31").sentences) == 1
    heard = told.for_person("Dora").story("ward/Ana")
    assert [one.turn_ids for one in heard.sentences] == [("ward/D1:1",)]
    with pytest.raises(NotFoundError):
        told.story("Zeno")
