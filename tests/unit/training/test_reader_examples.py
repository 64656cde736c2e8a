"""What the reader learns from: spans of answers, altered claims, swapped people."""

import random
import re
from datetime import datetime
from typing import Any

import pytest

from graphmem.evaluation.corpus import AnswerType, Expected, GoldHeader, GoldPerson
from tests.unit.corpus.talk import conversation, statement, turn
from training.details import Details
from training.reader.altered import altered
from training.reader.examples import Asked, Asking, Claimed, Source, Span, SpokenTurn, spoken
from training.reader.gather import claims, questions, swapped, talk_claims
from training.reader.nearest import Nearest
from training.reader.spans import most_alike, quoted
from training.short_talks import SaidSession, ShortStatement, ShortTalk, TalkTurn

AT = datetime(2025, 3, 4, 18, 22)
TURNS = (
    SpokenTurn("1:1", "1", "Inês", AT, "The tiller is Rui's"),
    SpokenTurn("1:2", "1", "Bo", AT, "Ask him"),
)


def letters(texts: Any) -> list[list[float]]:
    """A vector of a text by the letters it has, of unit length."""
    rows = [
        [float(letter in text.lower()) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts
    ]
    return [[one / max(1.0, sum(row)) ** 0.5 for one in row] for row in rows]


def asked(question: str, **fields: Any) -> Asked:
    """An answered question about the turns above."""
    return Asked(
        **{
            "conversation": "plot",
            "source": Source.ASKED,
            "question": question,
            "expected": Expected.ANSWERED,
            "asking": Asking.ANSWERED,
            "wants": AnswerType.THING,
            "answer": "the tiller",
            "yes": None,
            "evidence": (0,),
            "spans": {0: (Span(0, 10),)},
            "near": (1, 0),
        }
        | fields
    )


@pytest.mark.parametrize(
    ("text", "answer", "words"),
    [
        ("We met at the old mill near Porto", "the old mill in Porto", "old mill near Porto"),
        ("I bought twelve plants", "twelve plants", "twelve plants"),
        ("I bought twelve plants", "a blue van", None),
        ("plants", "the", None),
        ("a b c", " ".join("abcdefghijklmno"), None),
    ],
)
def test_the_words_most_like_an_answer_are_found(text: str, answer: str, words: str | None) -> None:
    span = most_alike(text, answer)
    assert (text[span.start : span.end] if span else None) == words


def test_a_quote_is_found_whatever_its_case() -> None:
    assert quoted("I live in Ghent", "LIVE in") == Span(2, 9)
    assert quoted("I live in Ghent", "moved") is None


def test_spans_are_those_quoted_else_alike_else_the_speaker() -> None:
    talk = conversation(
        turn(text="Rui's tiller, he says"),
        turn("1:2", text="I have it"),
        answer="Inês",
        evidence=["1:1", "1:2"],
        spans=[{"turn": "1:1", "quote": "Rui's tiller"}],
    )
    near = Nearest(spoken(talk), letters)
    (one,) = questions(talk, talk.questions, Source.ASKED, near)
    assert one.spans == {0: (Span(0, 12),)}
    unquoted = talk.questions[0].model_copy(update={"spans": (), "evidence": ("1:2",)})
    (one,) = questions(talk, [unquoted], Source.ASKED, near)
    assert one.spans == {1: (Span(0, 4, in_head=True),)}
    assert set(one.near) == {0, 1}


def details(*texts: str) -> Details:
    """Of two people, and of what these texts speak of."""
    people = {name.lower(): GoldPerson(name=name, speaker=name) for name in ("Rui", "Bo")}
    return Details(GoldHeader(id="plot", kind="club", title="A plot", people=people), texts)


@pytest.mark.parametrize(
    ("claim", "allowed"),
    [
        ("Rui saw Porto on Monday", r"Bo saw Porto on Monday|Rui saw Porto on \w+day"),
        ("They paid 1,200", r"They paid [\d,]+"),
        ("They were late", "They were not late"),
        ("They are not late", "They are late"),
    ],
)
def test_one_detail_is_altered_and_never_to_itself(claim: str, allowed: str) -> None:
    known = details(claim, "Bo saw Rui")
    for seed in range(20):
        other = altered(claim, known, random.Random(seed), borne_out=[claim])
        assert other is not None
        assert other != claim
        assert re.fullmatch(allowed, other), other


def test_what_the_turn_says_is_never_put() -> None:
    claim = "It rained on Monday"
    said = f"{claim}, on Tuesday, Wednesday, Thursday and on Friday"
    found = {altered(claim, details(claim), random.Random(n), borne_out=[said]) for n in range(20)}
    assert found == {"It rained on Saturday", "It rained on Sunday"}
    assert altered("It rained", details(), random.Random(0), borne_out=[]) is None


def test_another_person_is_asked_about() -> None:
    (one,) = swapped([asked("What does Inês lend, and why does Inês lend it?")], TURNS, 0)
    assert one.question == "What does Bo lend, and why does Bo lend it?"
    assert (one.expected, one.asking) == (Expected.REFUSED, Asking.OTHER_PERSON)
    assert (one.answer, one.answered_by, one.evidence) == (None, (), (0,))
    assert not one.spans


@pytest.mark.parametrize(
    "one",
    [
        asked("What is lent?"),
        asked("What do Inês and Bo lend?"),
        asked("Who lends Inês a tiller?", answer="Bo"),
        asked("What does Inês lend?", expected=Expected.REFUSED, asking=Asking.NEVER_SAID),
    ],
)
def test_no_person_is_swapped_where_it_may_be_right(one: Asked) -> None:
    assert not list(swapped([one], TURNS, 0))


def test_a_statement_is_a_claim_that_its_turn_alone_bears_out() -> None:
    talk = conversation(
        turn(statements=[statement(text="Rui will lend Bo his tiller.")]),
        turn("1:2", text="Good that Rui will lend it"),
        turn("1:3", text="Rui, then", statements=[statement("1:3a", confirms=["1:1a"])]),
    )
    found = list(claims(talk, Nearest(spoken(talk), letters), seed=0))
    (first, *others) = [one for one in found if one.turn != 2]
    assert first == Claimed("plot", "Rui will lend Bo his tiller.", 0, True, Span(9, 33))
    assert {(one.turn, one.borne_out) for one in others} == {(0, False), (1, False)}
    assert next(one for one in others if one.turn == 0).text != first.text


def test_statements_of_a_short_talk_are_claims_of_their_turn() -> None:
    stated = ShortStatement(
        quote="bought 12 plants", text="Inês bought 12 plants.", kind="event", worth=1
    )
    talk = ShortTalk(
        id="plot",
        kind="club",
        sessions=(
            SaidSession(
                at=AT,
                turns=(
                    TalkTurn(speaker="Bo", text="And?"),
                    TalkTurn(speaker="Inês", text="I bought 12 plants", statements=(stated,)),
                ),
            ),
        ),
    )
    right, *wrong = talk_claims(talk, seed=0)
    assert right == Claimed("plot", stated.text, 1, True, Span(2, 18))
    assert [(one.turn, one.borne_out) for one in wrong] == [(1, False)]
    assert wrong[0].text != stated.text
