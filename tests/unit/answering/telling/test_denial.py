import pytest

from graphmem.answering.telling.denial import denies


@pytest.mark.parametrize(
    "text", ["I never ran.", "I did not run.", "I didn’t run.", "I cannot run.", "Nobody can't."]
)
def test_words_that_deny(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize(
    "text", ["I ran.", "Not only Ana ran.", "I can't wait to run.", "No, I ran it.", "A knot."]
)
def test_words_that_do_not(text: str) -> None:
    assert not denies(text)
