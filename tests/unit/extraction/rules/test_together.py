"""What of a sentence is told together, what is left out, and what a definite noun stands for."""

import pytest

from tests.unit.extraction.rules.talk import read, said


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("We met a strong crew, rowed hard and got the win.",
         ["Ana and others met a strong crew, rowed hard and got the win"]),
        ("I felt a wave of energy, and I was able to pull a boy from the lake.",
         ["Ana felt a wave of energy, and Ana was able to pull a boy from the lake"]),
        ("I was painting the fence and my sister came over with a ladder.",
         ["Ana was painting the fence and their sister came over with a ladder"]),
        ("Just got back from a hiking trip yesterday, it was fun!",
         ["Ana just got back from a hiking trip yesterday, it was fun"]),
        ("Been practising the drums lately, it keeps my mind busy.",
         ["Ana has been practising the drums lately, it keeps their mind busy"]),
        ("Lost my job as a baker yesterday, so I'm gonna open a shop.",
         ["Ana lost their job as a baker yesterday", "Ana is going to open a shop"]),
        ("I sold the van and bought two bikes.", ["Ana sold the van", "Ana bought two bikes"]),
    ],
)  # fmt: skip
def test_what_lives_on_another_clause_is_told_with_it(line: str, texts: list[str]) -> None:
    assert said(f"Ana: {line}") == texts


def test_a_list_whose_words_belong_to_all_of_it_is_not_split() -> None:
    assert said("Ana: I love the calm and warmth that the sauna brings.") == [
        "Ana loves the calm and warmth that the sauna brings"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "I appreciate your support.",
        "Your kindness means the world.",
        "You really showed courage.",
        "You can do it.",
        "I'm so proud of you.",
        "I'm sure you'll find the right boat.",
        "It's great to see you so happy.",
        "We can make a difference.",
        "I'd love to join in.",
        "I'll send you a clip.",
        "I'll give it a shot.",
        "I'm a huge fan.",
        "Been crazy.",
        "I hope it's going well.",
        "Progress is progress.",
    ],
)
def test_courtesies_are_not_told(line: str) -> None:
    assert said(f"Ana: {line}") == []


def test_a_time_makes_a_courtesy_worth_telling() -> None:
    assert said("Ana: We had a blast at the lake last week.") != []


def test_a_definite_noun_is_what_was_named_before() -> None:
    texts = said("Ana: I signed up for a weaving class.", "Ana: The class has made me calm.")
    assert texts[-1] == "The weaving class has made Ana calm"
    texts = said("Ana: I opened my shop in May.", "Bo: I love the shop.")
    assert texts[-1] == "Bo loves Ana's shop"


def test_a_definite_noun_is_left_where_two_fit() -> None:
    lines = ("Ana: I took a weaving class and a rowing class.", "Ana: The class has made me calm.")
    assert said(*lines)[-1] == "The class has made Ana calm"


def test_an_answer_is_not_put_where_it_does_not_fit() -> None:
    question = "Bo: What do you use now for your music?"
    assert read(question, "Ana: Nice drum, Bo!").answers == ()


def test_a_time_is_taken_from_the_sentence_before_only() -> None:
    answers = read(
        "Ana: Two days ago I joined a choir. I never liked singing. I got a great solo there."
    ).answers
    assert [a.time for a in answers][-1] is None


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Yoga is good for your back.", "your back"),
        ("The floor is soft but still lets you move around the hall.", "you move"),
    ],
)
def test_you_in_general_is_nobody(line: str, text: str) -> None:
    assert all("Bo" not in one for one in said(f"Ana: {line}")), text
