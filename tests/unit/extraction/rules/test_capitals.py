"""Capitalised words that are no names, and names that open a sentence."""

import pytest

from tests.unit.extraction.rules.talk import read


def _proper(*lines: str) -> set[str]:
    return {entity.name for entity in read(*lines).entities if entity.proper}


@pytest.mark.parametrize(
    "line",
    [
        "Awesome! Yep. Congrats on that van.",
        "On Sunday in February we rested.",
        "Woohoo, it rains!",
        "Wow, Bo, that is a van.",
        "Weaving is fun, I love weaving.",
        "Wanna come along?",
    ],
)
def test_openers_and_calendar_words_are_no_names(line: str) -> None:
    assert _proper(f"Ana: {line}") == set()


def test_a_name_that_opens_a_sentence_is_one_where_it_stands_within_another() -> None:
    assert "Marble" in _proper("Ana: I met Marble in Oslo.", "Ana: Marble sings.")


def test_somebody_who_does_something_is_named() -> None:
    assert _proper("Ana: Kemal sold the van.") == {"Kemal"}
