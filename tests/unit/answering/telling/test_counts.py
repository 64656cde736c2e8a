"""How many and how much: a number that counts what is asked, or nothing."""

import pytest

from graphmem.answering.telling import kind_of, tell
from tests.unit.answering.telling.talk import asking, passage


def told(question: str, said: str) -> str:
    return tell(asking(question), [passage(said)], kind=kind_of(question)).text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("We sold 1,200 tickets.", "1,200"),
        ("We sold twenty-five tickets.", "twenty-five"),
        ("We sold two hundred tickets.", "two hundred"),
        ("We sold 1.5 million tickets.", "1.5 million"),
        ("Two cups of tea and then three tickets were sold.", "three"),
        ("I sold seven of the tickets.", "seven"),
        ("One of my old tickets was sold.", ""),
        ("In 2019 tickets sold well.", ""),
        ("A two years old dog ate the tickets that I sold.", ""),
        ("We sold tickets all day.", ""),
    ],
)
def test_a_number_counts_what_stands_behind_it(said: str, text: str) -> None:
    assert told("How many tickets did Ana sell?", said) == text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I swam in the lake twice.", "2"),
        ("I swam in the lake three times.", "three"),
        ("I swam in the lake twice as fast as Ben.", "1"),
        ("I swam in the lake, once a week.", "1"),
        ("I swam in the lake three times as fast.", "1"),
        ("I called home twice.", ""),
    ],
)
def test_times_are_those_of_what_is_asked(said: str, text: str) -> None:
    # Told of on one day, where no number of times is said.
    assert told("How many times did Ana swim in the lake?", said) == text


@pytest.mark.parametrize(
    ("question", "said", "text"),
    [
        ("How much did the boat cost?", "The boat was $1,200 with the oars.", "$1,200"),
        ("How much did the boat cost?", "I got the boat for 80 euros.", "80 euros"),
        ("How much does Ana's dog weigh?", "My dog does weigh 12 kilos now.", "12 kilos"),
        ("How much does Ana's dog weigh?", "My dog does weigh 12 years on me.", ""),
        ("How much did the boat cost?", "I love the boat.", ""),
        ("What number of boats does Ana own?", "I own 4 boats.", "4"),
    ],
)
def test_an_amount_has_its_measure(question: str, said: str, text: str) -> None:
    assert told(question, said) == text
