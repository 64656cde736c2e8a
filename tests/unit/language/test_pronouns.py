"""Pronouns, as they are typed."""

import pytest

from graphmem.language.pronouns import first_person


@pytest.mark.parametrize("text", ["I'll go", "my dog", "im late", "We’re back", "that was ours"])
def test_of_the_speaker(text: str) -> None:
    assert first_person(text)


@pytest.mark.parametrize("text", ["He is ill.", "Show your id.", "You and her", "minerals", ""])
def test_of_somebody_else(text: str) -> None:
    assert not first_person(text)
