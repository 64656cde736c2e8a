"""Views of things at large are no news of anybody."""

import pytest

from tests.unit.extraction.rules.talk import said


@pytest.mark.parametrize(
    "line",
    [
        "Rest is so important.",
        "Being kind is key.",
        "It's tough to lose.",
        "Pets are great at making you feel loved.",
    ],
)
def test_a_short_view_at_large_is_not_told(line: str) -> None:
    assert said("Ana: I sold my van.", f"Bo: {line}") == ["Ana sold their van"]


def test_a_view_that_has_to_do_with_the_speaker_is_told() -> None:
    assert said("Ana: Painting helps me calm down.") == ["Ana thinks painting helps Ana calm down"]


def test_a_view_told_at_length_stands_beside_more() -> None:
    found = said(
        "Ana: I run a choir. It's hard to find basses who can read old notes and travel in winter."
    )
    assert len(found) == 2


@pytest.mark.parametrize(
    "line",
    [
        "I appreciate your belief in me.",
        "I'm going for my dreams!",
        "Glad I have you in my corner.",
        "I just wanted to fill you in.",
        "Soup with friends sounds great!",
        "Finding a way to help matters.",
        "Searching for the right kiln's a tough job.",
        "You earned all the kudos for your hard work.",
    ],
)
def test_courtesies_and_broken_clauses_are_not_told(line: str) -> None:
    assert said(f"Ana: {line}") == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Love hearing the rain on the roof.", "Ana loves hearing the rain on the roof"),
        ("I carve out some me-time each day.", "Ana carves out some me-time each day"),
        (
            "Besides the shop, I'm running a stall in Oslo.",
            "Besides the shop, Ana is running a stall in Oslo",
        ),
        ("Impressed by the kilns in Oslo.", "Ana is impressed by the kilns in Oslo"),
    ],
)
def test_it_is_told_whole(line: str, told: str) -> None:
    assert said(f"Ana: {line}") == [told]
