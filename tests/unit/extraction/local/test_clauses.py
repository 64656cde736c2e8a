"""Clauses: which there are in a sentence, and their grammar."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.clauses import Clause, ClauseType, clauses


def of(text: str) -> list[Clause]:
    (parsed,) = load_parser()([text])
    return [clause for sentence in parsed.sentences for clause in clauses(sentence)]


def words(clause: Clause) -> str:
    return " ".join(token.text for token in clause.tokens)


def test_coordinated_clauses_stand_apart_and_share_their_subject() -> None:
    first, second = of("Rui sold the van and moved to Ghent.")
    assert (words(first), words(second)) == ("Rui sold the van", "moved to Ghent")
    assert second.type is ClauseType.COORDINATE
    assert second.subject is None
    assert second.shared is not None
    assert second.shared.text == "Rui"


def test_a_reason_stands_apart_and_a_condition_does_not() -> None:
    main, reason = of("We wait because legal has not signed.")
    assert words(main) == "We wait"
    assert "legal" in words(reason)
    whole = of("I will come if it is dry.")[0]
    assert "if it is dry" in words(whole)


@pytest.mark.parametrize("text", ["Please cancel the Pro plan.", "Send them the letter on Monday."])
def test_an_imperative_is_a_clause(text: str) -> None:
    assert any(clause.imperative for clause in of(text))


@pytest.mark.parametrize("text", ["Ana cancelled the plan.", "She has to cancel the plan."])
def test_what_has_a_subject_is_no_imperative(text: str) -> None:
    assert not of(text)[0].imperative


def test_a_question_is_told_and_a_sentence_without_a_verb_is_a_fragment() -> None:
    assert of("Did Ana sell the van?")[0].interrogative
    (fragment,) = of("Eighty goats and no phone.")
    assert fragment.type is ClauseType.FRAGMENT
    assert of("") == []
