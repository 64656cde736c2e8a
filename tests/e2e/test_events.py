"""What is worked out from the dates of two events, on a live Neo4j with the packaged reader."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.model.answer import Status
from graphmem.settings import Settings
from tests.talk import make_conversation, make_session

SESSIONS = (
    (
        datetime(2024, 1, 12, 10),
        (
            ("Nora", "The doctor called yesterday: it is arthritis, in both knees."),
            ("Omar", "I'm sorry. Did he say what helps?"),
            ("Nora", "Swimming, he says. I'll think about it."),
        ),
    ),
    (
        datetime(2024, 2, 5, 18),
        (
            ("Nora", "I started swimming on Saturday, at the Lido."),
            ("Omar", "Great! How was it?"),
            ("Nora", "Cold. I did eight lengths."),
        ),
    ),
    (
        datetime(2024, 3, 20, 9),
        (
            ("Nora", "I've swum twelve lengths today."),
            ("Omar", "I sold my car last Monday, by the way, and bought a bicycle on Tuesday."),
            ("Nora", "Good for your knees too. The regatta is on 25 May."),
        ),
    ),
)


@pytest.fixture(scope="module")
def memory(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": "events"})
    sessions = (
        make_session(number, said, day=day) for number, (day, said) in enumerate(SESSIONS, start=1)
    )
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        memory.ingest(make_conversation("swim", *sessions))
        yield memory
        memory.delete_space()


@pytest.mark.parametrize(
    ("question", "text", "cited"),
    [
        (
            "How long after her diagnosis did Nora start swimming?",
            "23 days (11 January to 3 February 2024)",
            {"1:1", "2:1"},
        ),
        (
            "What did Omar buy first, the bicycle or the car?",
            "the car (18 March 2024; the bicycle: 19 March 2024)",
            {"3:2"},
        ),
    ],
)
def test_two_dates_are_worked_out_and_both_turns_cited(
    memory: Memory, question: str, text: str, cited: set[str]
) -> None:
    answer = memory.ask(question)
    assert (answer.status, answer.text) == (Status.ANSWERED, text)
    assert {one.dia_id.removeprefix("D") for one in answer.evidence} == cited
    assert answer.steps[-1].startswith("worked out from “When")
    assert 0 < answer.confidence < 1


@pytest.mark.parametrize(
    "question",
    [
        "How long after Omar's wedding did Nora start swimming?",
        "How long after she started swimming did the doctor call Nora?",
    ],
)
def test_nothing_is_worked_out_of_what_nobody_told_or_in_another_order(
    memory: Memory, question: str
) -> None:
    answer = memory.ask(question)
    assert not any(step.startswith("worked out") for step in answer.steps)
    assert "days" not in answer.text


def test_a_day_of_a_plan_lies_ahead(memory: Memory) -> None:
    assert memory.ask("On what day will the regatta be?").text == "25 May 2024"
