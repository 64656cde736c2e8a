"""The values of a part of somebody's life, and which of them a question asks for."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from graphmem.answering.frame import kind_of
from graphmem.answering.slot_questions import SlotQuery, chosen, read_slot_query, told
from graphmem.model.scope import LATEST
from graphmem.model.time import Precision, TimeInterval
from graphmem.retrieval.question import read_question
from graphmem.tools.slot_values import SlotClaim
from graphmem.tools.slots import EMPLOYER, HOME, PARTNER, WORK, value_key
from tests.unit.answering.passages import PEOPLE
from tests.unit.answering.verification.talk import statement


def claim(slot: str, value: str, day: str, predicate: str = "be", **given: bool) -> SlotClaim:
    """What Ana says on a day, of that day where it is ``dated``; ``over`` tells that it ended."""
    start = datetime.fromisoformat(day)
    on = TimeInterval(start=start, end=start + timedelta(1), precision=Precision.DAY)
    dated, over = given.get("dated", False), given.get("over", False)
    said = statement(f"Ana: {value}", "Ana", predicate=predicate, interval=on if dated else None)
    said = said._replace(uid=f"answer:{slot}:{value}:{day}")
    return SlotClaim(slot, value, value_key(value), start, on.end, dated, over, said)


LIFE = (
    claim(EMPLOYER, "Oakline", "2023-01-05"),
    claim(WORK, "clerk", "2023-01-05"),
    claim(HOME, "Graz", "2023-02-01"),
    claim(PARTNER, "Cleo", "2023-03-01", "date"),
    claim(PARTNER, "Cleo", "2023-08-01", "leave", over=True),
    claim(WORK, "manager", "2023-06-01", dated=True),
    claim(EMPLOYER, "Oakline", "2023-09-01", "leave", over=True),
    claim(WORK, "baker", "2023-10-01", dated=True),
    claim(HOME, "Turin", "2024-01-07", "move_to", dated=True),
    claim(PARTNER, "Dora", "2024-02-01", "date"),
    claim(PARTNER, "Dora", "2024-05-01", "propose_to", dated=True),
)


def asked(text: str) -> SlotQuery | None:
    return read_slot_query(read_question(text, PEOPLE), kind_of(text))


def answer(text: str, claims: Sequence[SlotClaim] = LIFE, until: datetime = LATEST) -> str | None:
    question = asked(text)
    found = chosen(question, claims, until) if question else []
    return told(question, found) if question and found else None


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where does Ana live now?", "Turin, since 7 January 2024 (before that Graz)"),
        ("Which city does Ana live in?", "Turin, since 7 January 2024 (before that Graz)"),
        ("Where did Ana live before Turin?", "Graz"),
        ("Where did Ana live in May 2023?", "Graz"),
        (
            "What is Ana's job?",
            "baker, since 1 October 2023 (before that manager at Oakline and clerk at Oakline)",
        ),
        ("What company did Ana work for when she was a clerk?", "clerk at Oakline"),
        ("Where did Ana work in July 2023?", "manager at Oakline"),
        ("Who was Ana dating in May 2023?", "Cleo"),
        ("Who is Ana dating?", "Dora (before that Cleo)"),
        ("When did Ana propose?", "1 May 2024"),
        ("When did Ana date Cleo?", None),
        ("Who is Ana married to?", None),  # whom she dates she need not have married
        ("Where did Ana live before Paris?", None),
        ("Where did Ana live after Graz?", "Turin"),
        ("Where did Ana live after Turin?", None),
        ("Where did Ana live before?", "Graz"),
    ],
)
def test_the_value_that_holds_when_it_is_asked_for(question: str, text: str | None) -> None:
    assert answer(question) == text


def test_what_was_not_so_yet_is_left_out() -> None:
    then = datetime(2023, 7, 1)
    assert answer("What is Ana's job?", until=then) == (
        "manager at Oakline, since 1 June 2023 (before that clerk at Oakline)"
    )


def test_what_is_over_is_no_answer_for_now() -> None:
    assert answer("Where does Ana work?", [LIFE[0], LIFE[6]]) is None
    assert answer("Who is Ana dating?", LIFE[3:5]) is None


@pytest.mark.parametrize(
    ("precision", "days", "written"),
    [
        (Precision.YEAR, 366, "2024"),
        (Precision.MONTH, 31, "January 2024"),
        (Precision.DAY, 1, "1 January 2024"),
        (Precision.HOUR, 1, "midnight on 1 January 2024"),
    ],
)
def test_when_it_began_is_told_as_it_is_known(
    precision: Precision, days: int, written: str
) -> None:
    start = datetime(2024, 1, 1)
    began = TimeInterval(start=start, end=start + timedelta(days), precision=precision)
    home = claim(HOME, "Turin", "2024-01-01", dated=True)
    home = home._replace(statement=home.statement._replace(interval=began))
    assert answer("Where does Ana live?", [home]) == f"Turin, since {written}"


@pytest.mark.parametrize(
    "question",
    [
        "What is Ana's dream job?",
        "What does Ana love about her job?",
        "Where does Ana work on the boat?",
        "Did Ana move?",
        "What did Ana propose?",
        "Who did Ana see?",
        "Where is the job?",
        "Where will Ana live?",
    ],
)
def test_what_says_more_asks_for_something_else(question: str) -> None:
    assert answer(question) is None
