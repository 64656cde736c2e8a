"""Asking on a live Neo4j where two bear a name: who heard it, who is meant, what had begun."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.errors import AmbiguousNameError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.answer import Status
from graphmem.settings import Settings
from tests.talk import make_conversation, make_session

MAY = datetime(2023, 5, 20, 18)
TALKS = (
    make_conversation(
        "marina",
        make_session(
            1,
            [
                ("Ana", "I bought a yacht on 3 May 2023. I sail every weekend."),
                ("Ben", "A yacht! I work as a carpenter, I could never."),
                ("Ana", "I work as a surgeon at Northgate, it took me years."),
            ],
            day=MAY,
        ),
    ),
    make_conversation(
        "mill",
        make_session(
            1,
            [
                ("Ana", "I bought a loom on 5 May 2023. I weave scarves now."),
                ("Cy", "A loom, how lovely."),
                ("Ana", "I am a student in Turin, so it stands in the kitchen."),
            ],
            day=MAY,
        ),
    ),
    make_conversation(
        "ward",
        make_session(
            1,
            [
                ("Peter", "I work as a nurse at Lakeside."),
                ("Gil", "Nights again?"),
                ("Peter", "Nights again. I live in Oslo, close to it."),
            ],
            day=MAY,
        ),
    ),
    make_conversation(
        "pipes",
        make_session(
            1,
            [
                ("Eve", "My brother Peter is a plumber. Peter works at Pipeworks."),
                ("Fay", "Does he like it there?"),
                ("Eve", "Peter loves Pipeworks."),
            ],
            day=MAY,
        ),
    ),
    make_conversation(
        "school",
        make_session(
            1,
            [
                ("Priya", "I work as a teacher."),
                ("Hal", "Still?"),
            ],
            day=datetime(2022, 5, 2, 18),
        ),
        make_session(
            2,
            [
                ("Priya", "I will become a baker on 15 September 2023."),
                ("Hal", "Bread for all of us!"),
            ],
            day=datetime(2023, 1, 2, 18),
        ),
        make_session(
            3,
            [
                ("Priya", "I became a baker on 15 September 2023."),
                ("Hal", "And how is it?"),
            ],
            day=datetime(2023, 10, 2, 18),
        ),
    ),
)


@pytest.fixture(scope="module")
def memory(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": "who-is-meant"})
    with Memory(settings, encoder=encoder) as opened:
        opened.ingest(*TALKS)
        yield opened
        opened.delete_space()


ASKED = "What did Ana buy in May 2023?"


def test_known_to_a_name_that_two_bear_asks_back_as_the_tools_do(memory: Memory) -> None:
    calls: list[Callable[[], object]] = [
        lambda: memory.ask(ASKED, known_to="Ana"),
        lambda: memory.tools.get_entity_timeline("Ana", "Ben", known_to="Ana"),
    ]
    uids = []
    for call in calls:
        with pytest.raises(AmbiguousNameError, match="Which Ana") as raised:
            call()
        uids.append(sorted(one.uid for one in raised.value.candidates))
    assert len(uids[0]) == 2
    assert uids[0] == uids[1]


def test_known_to_one_of_two_namesakes_sees_nothing_of_the_other(memory: Memory) -> None:
    texts = {}
    for uid, place in ((one.uid, one.conversation_ids[0]) for one in memory.people()
                       if one.name == "Ana"):  # fmt: skip
        answer = memory.ask(ASKED, known_to=uid)
        assert answer.status is Status.ANSWERED
        assert {item.conversation_id for item in answer.evidence} == {place}
        texts[place] = answer.text
    assert "yacht" in texts["marina"]
    assert "loom" in texts["mill"]


def test_a_brother_of_that_name_is_asked_about_as_well(memory: Memory) -> None:
    answer = memory.ask("Where does Peter work?")
    assert answer.status is Status.NEEDS_CLARIFICATION
    told = {one.apart: one.uid for one in answer.candidates}
    assert len(told) == 2
    (plumber,) = [uid for apart, uid in told.items() if "nurse" not in apart]
    (nurse,) = [uid for uid in told.values() if uid != plumber]
    first = memory.ask("Where does Peter work?", about=plumber)
    assert "Pipeworks" in first.text
    assert {item.conversation_id for item in first.evidence} == {"pipes"}
    second = memory.ask("Where does Peter work?", about=nurse)
    assert "Pipeworks" not in second.text
    assert {item.conversation_id for item in second.evidence} == {"ward"}


def test_who_cannot_be_meant_is_not_found(memory: Memory) -> None:
    with pytest.raises(NotFoundError, match="can mean 'entity:nobody'"):
        memory.ask("Where does Peter work?", about="entity:nobody")


def test_as_of_knows_nothing_that_had_not_begun(memory: Memory) -> None:
    asked = "What is Priya's job?"
    then = memory.ask(asked, as_of="2023-01-03")
    assert then.text.startswith("teacher")
    assert "baker" not in then.text
    assert then.evidence_turn_ids == ("school/D1:1",)
    now = memory.ask(asked)
    assert now.text.startswith("baker, since 15 September 2023")


def test_somebody_elses_job_is_never_told(memory: Memory) -> None:
    answer = memory.ask("What is Cy's job?")
    assert answer.status is Status.ABSTAINED
    assert "surgeon" not in answer.text
    assert "surgeon" in memory.ask("What is Ana's job?", conversation="marina").text
