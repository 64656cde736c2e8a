"""Only what somebody says, or what is said of or to them, is told of them."""

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling import Told, kind_of, tell
from graphmem.answering.telling.asked import read_asked
from graphmem.answering.telling.whose import read_whose
from graphmem.model.people import Participant
from tests.unit.answering.telling.talk import PEOPLE, asking, passage, states

PRIYA = Participant(uid="person:Priya", name="Priya", names=("Priya",), conversation_ids=("c",))


def told(question: str, *passages: Passage) -> Told:
    return tell(asking(question), passages, kind=kind_of(question), participants=PEOPLE)


def tells(
    sentence: str,
    *,
    question: str = "When did Ana run the race?",
    participants: tuple[Participant, ...] = PEOPLE,
) -> bool:
    asked = asking(question)
    said = passage(sentence, speaker="Ben")
    whose = read_whose(asked, read_asked(asked), [said], participants)
    return whose.tells(said, sentence)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("When did Ana run the race?", "I ran the race yesterday."),
        ("How long did Ana run?", "I ran for three hours, and for two weeks before."),
        ("How many races did Ana run?", "I ran three races."),
        ("How many times did Ana run the race?", "I ran the race three times."),
        ("How much did Ana pay for the shoes?", "I did pay $80 for the shoes."),
        ("Did Ana run the race?", "I did not run the race."),
        ("Which races has Ana run?", "I ran the harbour race and the hill race."),
        ("What did Ana paint?", "I painted a sunset over the lake."),
        ("Why did Ana run the race?", "I ran the race because my doctor told me to."),
    ],
)
def test_what_another_did_is_told_of_nobody_else(question: str, said: str) -> None:
    assert told(question, passage(said, speaker="Ben")) == Told("", kind_of(question))
    assert told(question, passage(said)).text


def test_ones_own_word_is_told_though_anothers_ranks_first() -> None:
    answer = told(
        "When did Ana run the race?",
        passage("I ran the race yesterday.", speaker="Ben", score=11.0),
        passage("I ran the race last week.", place=2),
    )
    assert answer.text == "the week before 8 May 2024"


def test_what_anothers_image_shows_is_no_deed_of_ones_own() -> None:
    shown = passage("Look!", speaker="Ben", caption="a photo of a red kayak on a beach")
    assert not told("What did Ana paint?", shown).text


@pytest.mark.parametrize(
    "sentence",
    [
        "Ana ran the race yesterday.",
        "It was Ana's race.",
        "You ran the race yesterday.",
        "Your race was yesterday.",
        "I saw that you ran yesterday.",
        "I loved your race.",
    ],
)
def test_what_is_said_of_somebody_or_to_them_tells_of_them(sentence: str) -> None:
    assert tells(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I ran the race yesterday.",
        "Ana, I ran the race yesterday.",
        "Hey Ana! I ran the race.",
        "I ran the race yesterday, Ana!",
        "Thank you, the race was yesterday.",
        "I ran the race yesterday, and you missed it.",
        "The race was yesterday.",
    ],
)
def test_a_call_or_a_word_of_thanks_tells_nothing(sentence: str) -> None:
    assert not tells(sentence)


def test_among_three_nobody_knows_who_is_you() -> None:
    assert not tells("You ran the race yesterday.", participants=(*PEOPLE, PRIYA))


def test_what_is_stated_of_somebody_tells_of_them() -> None:
    said = "She ran the race yesterday."
    about = states("run", "race", text=said)
    asked = "When did Ana run the race?"
    assert told(asked, passage(said, about, speaker="Ben")).text == "7 May 2024"
    of_priya = states("run", "race", text=said, subject="person:Priya")
    assert not told(asked, passage(said, of_priya, speaker="Ben")).text


def test_a_question_that_names_nobody_takes_anybodys_word() -> None:
    assert told("When was the race?", passage("I ran the race yesterday.", speaker="Ben")).text
