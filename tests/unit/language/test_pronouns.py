"""Pronouns, as they are typed."""

import pytest

from graphmem.language.pronouns import GrammaticalPerson, first_person, persons_in


@pytest.mark.parametrize("text", ["I'll go", "my dog", "im late", "We’re back", "that was ours"])
def test_of_the_speaker(text: str) -> None:
    assert first_person(text)


@pytest.mark.parametrize("text", ["He is ill.", "Show your id.", "You and her", "minerals", ""])
def test_of_somebody_else(text: str) -> None:
    assert not first_person(text)


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        (
            "They've told me you’re off",
            {GrammaticalPerson.THEY, GrammaticalPerson.I, GrammaticalPerson.YOU},
        ),
        ("u said it", {GrammaticalPerson.YOU, GrammaticalPerson.IT}),
        ("The U.S. team", set()),
        ("Ana rows", set()),
    ],
)
def test_of_whom_pronouns_speak(text: str, persons: set[GrammaticalPerson]) -> None:
    assert persons_in(text) == persons
