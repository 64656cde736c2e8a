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


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Sorry for the silence, I had the flu for ten days.", "I had the flu for ten days"),
        ("My fault, I never tested it.", "I never tested it"),
        ("Me, I've taken the day off", "I 've taken the day off"),
        ("Or Dmitri, he's better at jokes.", "he 's better at jokes"),
        ("Jonas, the site went live a day late.", "the site went live a day late"),
        ("I'll drive you, Gran.", "I 'll drive you"),
    ],
)
def test_what_is_set_apart_is_no_part_of_the_clause(text: str, clause: str) -> None:
    assert words(of(text)[0]) == clause


@pytest.mark.parametrize(
    "text",
    [
        "Wednesdays I've got my evening class.",
        "Last year, my mum moved to Leeds.",
        "In Porto, Ana runs a bar.",
        "My ex-husband moved the wallbox.",
        "Half the time, I'm ill.",
        "Most nights I work.",
        "Next time, I'll win.",
    ],
)
def test_when_and_where_and_a_hyphenated_subject_stay(text: str) -> None:
    assert words(of(text)[0]).replace(" ", "") == text.rstrip(".").replace(" ", "")


def test_what_follows_stands_apart_and_what_it_is_for_does_not() -> None:
    main, result = of("I was offered a job in Leeds, so I'll be moving out in July.")
    assert words(main) == "I was offered a job in Leeds"
    assert "moving out" in words(result)
    assert "see the sea" in words(of("I got up so I could see the sea.")[0])


def test_what_is_told_before_a_question_is_none() -> None:
    told, asked = of("I start on the 18th, so could I stay one more week?")
    assert (told.interrogative, asked.interrogative) == (False, True)
    assert all(clause.interrogative for clause in of("You like it, don't you?"))


def test_a_second_infinitive_is_no_command() -> None:
    clauses_ = of("He'd have to pay the deposit and give me two references.")
    assert not any(
        clause.imperative and clause.type is ClauseType.COORDINATE for clause in clauses_
    )
    assert "give me two references" in words(clauses_[0])


def test_a_long_row_of_verbs_is_read() -> None:
    assert len(of("go, " * 600 + "go")) > 100
