"""How questions read on their own."""

import pytest

from tests.unit.extraction.rules.talk import read


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("You play any instruments?", "Does Ana play any instruments?"),
        ("So, what do you grow?", "What does Ana grow?"),
        ("On that note, what do you grow?", "What does Ana grow?"),
        ("Any songs that you like?", "Does Ana have any songs that Ana likes?"),
        ("Got any seeds?", "Has Ana got any seeds?"),
        ("Do you know any songs that you like?", "Does Ana know any songs that Ana likes?"),
    ],
)
def test_a_question_stands_alone(question: str, text: str) -> None:
    (found,) = read(f"Bo: {question}", "Ana: I grow tomatoes and play the violin.").questions
    assert found.text == text


def test_asking_for_assent_is_no_question() -> None:
    assert read("Bo: The garden is lovely, isn't it?", "Ana: I grow tomatoes.").questions == ()
