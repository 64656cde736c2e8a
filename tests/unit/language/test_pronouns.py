"""Pronouns, as they are typed."""

import pytest

from graphmem.language.pronouns import Person, first_person, persons_in


@pytest.mark.parametrize("text", ["I'll go", "my dog", "im late", "We’re back", "that was ours"])
def test_of_the_speaker(text: str) -> None:
    assert first_person(text)


@pytest.mark.parametrize("text", ["He is ill.", "Show your id.", "You and her", "minerals", ""])
def test_of_somebody_else(text: str) -> None:
    assert not first_person(text)


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        ("They've told me you’re off", {Person.THEY, Person.I, Person.YOU}),
        ("u said it", {Person.YOU, Person.IT}),
        ("The U.S. team", set()),
        ("Ana rows", set()),
    ],
)
def test_of_whom_pronouns_speak(text: str, persons: set[Person]) -> None:
    assert persons_in(text) == persons
