"""What is only possible or planned is no date, length or yes of what has been."""

from datetime import datetime

import pytest

from graphmem.answering.telling import kind_of, tell
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality
from tests.unit.answering.telling.talk import asking, passage, states


def told(question: str, said: str, *statements: KnownStatement) -> str:
    return tell(asking(question), [passage(said, *statements)], kind=kind_of(question)).text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I might have to move. Nothing's decided.", ""),
        ("Maybe I move next month.", ""),
        ("I hope to move next month.", ""),
        ("I'm going to move.", ""),
        ("If I move, I need a van.", ""),
        ("We'll move next month.", "June 2024"),  # a day is fixed
        ("I moved, so I'm gonna need a van.", "8 May 2024"),
        ("I might buy a van, and I moved yesterday.", "7 May 2024"),
    ],
)
def test_a_possibility_dates_nothing(said: str, text: str) -> None:
    assert told("When did Ana move?", said) == text


@pytest.mark.parametrize("modality", [Modality.PLANNED, Modality.HYPOTHETICAL])
def test_a_statement_tells_whether_it_is_so(modality: Modality) -> None:
    said = "I move out."
    assert told("When did Ana move?", said, states("move", "", text=said)) == "8 May 2024"
    assert not told("When did Ana move?", said, states("move", "", text=said, modality=modality))
    dated = "I move next month."
    thinkable = states("move", "", text=dated, modality=Modality.HYPOTHETICAL)
    assert not told("When did Ana move?", dated, thinkable)


def test_a_question_of_a_plan_takes_plans() -> None:
    assert told("When does Ana plan to move?", "I hope to move next month.") == "June 2024"


def test_a_possibility_is_no_length() -> None:
    assert not told("How long did Ana row?", "I might row for six weeks.")


@pytest.mark.parametrize("question", ["When did Ana row?", "How long did Ana row?"])
def test_only_a_time_answers_when_and_how_long(question: str) -> None:
    kind = kind_of(question)
    asked = passage("Did I row?", said_at=datetime(2024, 5, 8)), passage("Perhaps I row.", place=2)
    answer = tell(asking(question), asked, kind=kind).text
    assert answer in ("", "8 May 2024")
    assert not tell(asking("How long did Ana row?"), asked, kind=kind_of("How long did")).text
