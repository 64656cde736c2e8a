"""Adjacent questions and replies."""

import pytest

from graphmem.model.workspace import Part, Polarity, Reference
from tests.unit.extraction.rules.talk import read


@pytest.mark.parametrize(
    ("question", "reply", "text", "predicate", "filler"),
    [
        ("You play any instruments?", "Yeah, violin.", "Ana plays violin", "play", "violin"),
        ("Do you play any instruments?", "Yes, violin.", "Ana plays violin", "play", "violin"),
        ("What do you grow?", "Tomatoes.", "Ana grows tomatoes", "grow", "tomatoes"),
        ("Where did you go camping?", "In the hills.", "Ana went camping in the hills", "go",
         "hills"),
        ("How long have you lived here?", "Two years.", "Ana has lived here two years", "live",
         "two years"),
    ],
)  # fmt: skip
def test_an_elliptical_reply_is_made_whole(
    question: str, reply: str, text: str, predicate: str, filler: str
) -> None:
    (answer,) = read(f"Bo: {question}", f"Ana: {reply}").answers
    assert (answer.text, answer.predicate, answer.object) == (text, predicate, filler)
    assert (answer.speaker, answer.subject) == ("Ana", Reference(name="Ana"))
    assert [(q.turn_id, q.part) for q in answer.evidence] == [
        ("D1:1", Part.CONTEXT),
        ("D1:2", Part.STATEMENT),
    ]


def test_a_list_in_a_reply_is_split() -> None:
    found = read("Bo: What do you grow?", "Ana: Tomatoes and beans.")
    assert [a.object for a in found.answers] == ["tomatoes", "beans"]


@pytest.mark.parametrize(
    ("reply", "text", "polarity"),
    [
        ("Yes!", "Ana likes cats", Polarity.POSITIVE),
        ("No, never.", "Ana does not like cats", Polarity.NEGATIVE),
    ],
)
def test_yes_and_no(reply: str, text: str, polarity: Polarity) -> None:
    (answer,) = read("Bo: Do you like cats?", f"Ana: {reply}").answers
    assert (answer.text, answer.polarity) == (text, polarity)


def test_a_question_is_kept_with_what_answers_it() -> None:
    found = read("Bo: Nice. You play any instruments?", "Ana: Yeah, violin. I started as a child.")
    (question,) = found.questions
    assert (question.asked_by, question.speaker) == ("Bo", "Ana")
    assert question.subject == Reference(name="Ana")
    assert question.predicate == "play"
    assert "Ana" in question.text
    assert "you" not in question.text.lower().split()
    assert question.answers == (0, 1)
    assert question.evidence[0].part is Part.CONTEXT
    assert question.evidence[0].text == "You play any instruments?"


def test_nobody_answers_their_own_question() -> None:
    assert read("Bo: You play any instruments?", "Bo: I play the drums.").questions == ()


def test_small_talk_is_no_question() -> None:
    assert read("Bo: What's up?", "Ana: I sold the van.").questions == ()


def test_a_question_in_the_middle_of_talk_is_not_answered_later() -> None:
    found = read(
        "Bo: Do you like cats? I had one as a child. It slept in the drum.", "Ana: I sold the van."
    )
    assert found.questions == ()


def test_a_reply_without_a_question_is_left() -> None:
    assert read("Bo: I sold the van.", "Ana: Yeah, violin.").answers[1:] == ()
