import pytest

from graphmem.answering.slots.asked import Side, read_slot_question
from graphmem.answering.slots.grammar import Ask
from graphmem.retrieval.question import read_question
from graphmem.tools.slots import EMPLOYER, HOME, PARTNER, WORK
from tests.unit.answering.slots.facts import PEOPLE, asked


@pytest.mark.parametrize(
    ("text", "slot", "ask", "side"),
    [
        ("What is Ana's job?", WORK, Ask.VALUE, Side.NOW),
        ("What does Ana do for a living these days?", WORK, Ask.VALUE, Side.NOW),
        ("What was Ana’s profession in June 2023?", WORK, Ask.VALUE, Side.AT),
        ("Which roles did Ana hold one after the other in 2023?", WORK, Ask.LIST, Side.AT),
        ("How many jobs has Ana had?", WORK, Ask.HOW_MANY, Side.NOW),
        ("How long was Ana a team lead before she left the firm?", WORK, Ask.HOW_LONG, Side.NOW),
        ("Where does Ana work?", EMPLOYER, Ask.VALUE, Side.NOW),
        ("What company did Ana work for when she became team lead?", EMPLOYER, Ask.VALUE, Side.AT),
        ("Where is Ana based?", HOME, Ask.VALUE, Side.NOW),
        ("Where did Ana live before Graz?", HOME, Ask.VALUE, Side.BEFORE),
        ("In which city did Ana live after moving to Graz?", HOME, Ask.VALUE, Side.AFTER),
        ("Who was Ana dating in May 2023?", PARTNER, Ask.VALUE, Side.AT),
        ("Since when has Ana been married, and to whom?", PARTNER, Ask.SINCE, Side.NOW),
        ("When did Ana propose, and where?", PARTNER, Ask.SINCE, Side.NOW),
        ("When did Ana move to Graz?", HOME, Ask.SINCE, Side.NOW),
        ("When did Ana become a team lead?", WORK, Ask.SINCE, Side.NOW),
        ("Who is Ana's husband?", PARTNER, Ask.VALUE, Side.NOW),
        ("What is the name of Ana's sister?", "family", Ask.VALUE, Side.NOW),
        ("What is Ana's dog called?", "pet", Ask.VALUE, Side.NOW),
        ("Which clubs has Ana joined?", "membership", Ask.LIST, Side.NOW),
    ],
)
def test_a_slot_is_read_from_the_whole_question(text: str, slot: str, ask: Ask, side: Side) -> None:
    found = asked(text)
    assert (found.slot, found.ask, found.side) == (slot, ask, side)


@pytest.mark.parametrize(
    "text",
    [
        "What is Ana's dream job?",
        "What does Ana do on Sundays?",
        "What is Ana's sister's job?",
        "Where did Ana live it up?",
        "Who is Ana?",
        "What is the weather?",
    ],
)
def test_a_question_that_says_more_or_less_asks_for_no_slot(text: str) -> None:
    assert read_slot_question(read_question(text, PEOPLE)) is None


def test_what_the_question_names_is_kept() -> None:
    assert asked("Where did Ana live before she moved to Graz?").anchor == "graz"
    assert asked("How long was Ana a team lead before she left?").value == "team lead"
    assert asked("What company did Ana work for when she was a nurse?").title == "nurse"
    assert asked("Since when has Ana been married, and to whom?").whom
    assert asked("When did Ana marry Tom?").value == "tom"
    assert asked("When did Ana propose, and where?").where
    assert not asked("When did Ana propose?").where
    assert asked("How long was Ana a cook before she left?").up_to == "she left"
