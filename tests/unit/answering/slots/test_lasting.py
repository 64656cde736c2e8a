from datetime import datetime

import pytest

from graphmem.answering.slots.lasting import began

SAID_AT = datetime(2024, 11, 16, 9, 30)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Wed at last! Five weeks today. We still laugh.", datetime(2024, 10, 12)),
        ("I work for them. Three years last month.", datetime(2021, 10, 1)),
        ("We live in Graz. Two years now.", datetime(2022, 1, 1)),
    ],
)
def test_a_sentence_that_is_only_a_length_tells_the_beginning(text: str, start: datetime) -> None:
    found = began(text, SAID_AT)
    assert found is not None
    assert found.start <= start < found.end or found.start == start


def test_a_length_of_something_else_tells_nothing() -> None:
    assert began("I was away for five weeks. It rained.", SAID_AT) is None
    assert began("The course takes two years now.", SAID_AT) is None
