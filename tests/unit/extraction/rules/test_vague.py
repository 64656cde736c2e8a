"""What says nothing when it is read alone is not told, or only of a turn without more."""

import pytest

from tests.unit.extraction.rules.talk import said


@pytest.mark.parametrize(
    "line",
    [
        "I'm so glad.",
        "A lot has happened.",
        "We haven't talked in weeks.",
        "Those boots are great!",
        "They give me peace.",
        "Gonna be awesome!",
        "Hey Bo, good catching up!",
        "Awesome chatting!",
        "I just wanted to check in.",
        "I'll let you know.",
        "I'll keep pushing.",
        "I've got your back.",
        "I'm here for you.",
        "Perhaps you know this game.",
        "I understand how you feel.",
        "I have some amazing news.",
        "I haven't talked to you in a while.",
        "Can't wait to see what you make!",
        "Looking forward to hearing your story!",
        "Really made me proud.",
        "Took a while.",
        "Gonna be a great night!",
        "Those reminders really help.",
        "You really overcame those challenges.",
        "Challenges will come.",
        "Always happy to help.",
        "I'm here to support you.",
        "I'm gonna keep pushing and staying positive.",
        "I wish you good luck.",
        "Super stoked!",
    ],
)
def test_nothing_is_told(line: str) -> None:
    assert said(f"Ana: {line}") == []


def test_what_is_left_open_is_told_only_where_there_is_nothing_else() -> None:
    assert said("Ana: I kept it a big secret from my sister.") != []
    assert said("Ana: I sold the van. I kept it a big secret from my boss.")[:1] == [
        "Ana sold the van"
    ]
    assert said("Ana: I sold the old vans. I'm sure it'll pay off nicely.") == [
        "Ana sold the old vans"
    ]


def test_a_time_makes_a_statement_worth_telling() -> None:
    assert said("Ana: I started it last March.") == ["Ana started it last March"]


@pytest.mark.parametrize(
    "line",
    [
        "Small step, but feels like progress.",
        "Friends like you make a big difference.",
        "They like the hats, which means I sell more.",
        "She had to leave in a hurry, which has been stressful.",
        "Wow, Bo, that sounds like the perfect job for you!",
    ],
)
def test_what_the_tree_has_put_together_wrongly_is_not_told(line: str) -> None:
    assert not any(
        text.startswith(("Small step", "Friends", "The hats", "Ana thinks a hurry", "Bo sounds"))
        for text in said(f"Ana: {line}")
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Leaving was not easy and staying wasn't either.", "Ana thinks leaving was not easy"),
        ("Glad we're neighbours now!", "Ana and others are neighbours now"),
        ("I love boats - check out this model of mine.", "Ana loves boats"),
        ("I gotta sell the van.", "Ana has to sell the van"),
        ("I`ve sold the van.", "Ana has sold the van"),
        ("I've been baking hard and just sold a cake.", "Ana just sold a cake"),
        ("I couldn't swim or row the boat.", "Ana could not row the boat"),
        ("Been to Rome only once.", "Ana has been to Rome only once"),
    ],
)
def test_the_edges_of_a_clause_are_cut_right(line: str, text: str) -> None:
    assert text in said(f"Ana: {line}")


def test_it_is_left_where_it_is_how_things_are() -> None:
    told = said("Ana: I shut down my bank account. I needed to do it for my bakery.")
    assert not any("do Ana's bank account" in text for text in told)


@pytest.mark.parametrize(
    "line",
    [
        "I've put my heart into the work. It helps a lot of old people.",
        "I had a tough call to make. It took us two hours of talk.",
        "I'm making competitions for them.",
    ],
)
def test_it_stands_for_no_state_of_affairs(line: str) -> None:
    told = said(f"Ana: {line}")
    assert not any(word in text for text in told[1:] for word in ("The work", "The call"))
    assert not any("for the competitions" in text for text in told)
