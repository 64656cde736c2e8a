"""A relative's deed is not told of who speaks of it."""

import pytest

from graphmem.answering.answer import answer_by_rules
from graphmem.answering.passages import Passage
from graphmem.model.answer import Answer, Source, Status
from graphmem.model.memory import KnownStatement
from tests.unit.answering.passages import hit
from tests.unit.answering.telling.talk import states
from tests.unit.answering.test_answer import read

SAM = "My brother Sam ran the harbour race yesterday."


def stated(text: str, quote: str, predicate: str = "run", **given: str) -> KnownStatement:
    subject = given.get("subject", "entity:sam")
    return states(predicate, "", text=text, subject=subject)._replace(quote=quote.rstrip("."))


SAMS = stated("Ana's brother Sam ran the harbour race yesterday", SAM)


def asked(question: str, text: str, *statements: KnownStatement, **settings: float) -> Answer:
    elsewhere = Passage(hit(9, "Ben", "I like cheese.", 1.0))
    return answer_by_rules(
        read(question, Passage(hit(1, "Ana", text, 9.0), statements), elsewhere, **settings)
    )


@pytest.mark.parametrize(
    "question",
    ["When did Ana run the harbour race?", "Has Ana ever run a race?", "Did Ana run the race?"],
)
def test_what_a_brother_did_is_refused_with_whose_it_was(question: str) -> None:
    answer = asked(question, f"Hi! {SAM} I have never run one.", SAMS)
    assert answer.status is Status.ABSTAINED
    assert answer.text.startswith("I found nothing of the kind about Ana. The nearest is what Ana")
    assert answer.evidence_turn_ids == ("c/D1:1",)
    assert "somebody else's" in answer.steps[-1]


def test_an_opinion_of_somebody_is_not_of_who_has_it() -> None:
    aunt = stated("Ana thinks Ana's aunt is ill", "My aunt is ill", "be", subject="person:Ana")
    answer = asked("Is Ana ill?", "My aunt is ill.", aunt)
    assert answer.status is Status.ABSTAINED
    assert answer.text.startswith("I found nothing of the kind about Ana.")
    assert answer.evidence[0].source is Source.REPORTED


@pytest.mark.parametrize(
    ("question", "text", "statement"),
    [
        ("When did Ana's brother run the harbour race?", SAM, SAMS),
        ("When did Sam run the harbour race?", SAM, SAMS),
        ("When did Ana and Sam run the harbour race?", SAM, SAMS),
        ("Who ran the harbour race?", SAM, SAMS),
        (
            "When did Ana win the race?",
            "My team won the race yesterday.",
            stated("Ana's team won the race", "My team won the race yesterday", "win"),
        ),
        (
            "When did Ana run the harbour race?",
            "My brother and I ran the harbour race yesterday.",
            stated(
                "Ana's brother and Ana ran the harbour race",
                "My brother and I ran the harbour race yesterday",
                subject="person:Ana",
            ),
        ),
        (
            "When did Ana sell the boat?",
            "My husband sold our boat yesterday.",
            stated("Ana's husband sold Ana's boat", "My husband sold our boat yesterday", "sell"),
        ),
        (
            "When did Ana's car break down?",
            "My car broke down yesterday.",
            stated("Ana's car broke down", "My car broke down yesterday", "break_down"),
        ),
        (
            "When was Ana given a watch?",
            "My aunt gave me a watch yesterday.",
            stated("Ana's aunt gave Ana a watch", "My aunt gave me a watch yesterday", "give"),
        ),
        (
            "When did Ana run the harbour race?",
            "My brother Sam cheered when I ran the harbour race yesterday.",
            stated("Ana's brother Sam cheered", "My brother Sam cheered", "cheer"),
        ),
    ],
)
def test_what_is_rightly_asked_is_answered(
    question: str, text: str, statement: KnownStatement
) -> None:
    assert asked(question, text, statement).status is Status.ANSWERED


def test_the_limit_of_doubt_holds_here_too() -> None:
    question = "When did Ana run the harbour race?"
    assert asked(question, SAM, SAMS, most_doubt=0.95).status is Status.ANSWERED
    assert asked(question, SAM, SAMS, most_doubt=0.85).status is Status.ABSTAINED
