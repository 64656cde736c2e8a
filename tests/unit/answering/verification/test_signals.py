"""The signals of a claim among the turns that were found."""

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import read_claim
from graphmem.answering.verification.signals import Measured, blind_score, measure
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, hit, passage


def measured(text: str, *passages: Passage) -> Measured:
    question = read_question(text, PEOPLE)
    found = measure(read_claim(question, PEOPLE), passages)
    assert found is not None
    return found


def test_nothing_is_measured_where_nothing_was_found() -> None:
    question = read_question("Did Ana row?", PEOPLE)
    assert measure(read_claim(question, PEOPLE), ()) is None


def test_a_score_is_blind_to_who_speaks() -> None:
    assert blind_score(hit(1, "Ana", "Hi.", 5.0, speaker=1.0, meaning=0.5)) == 3.0


def test_the_others_are_ahead_of_whom_the_question_names() -> None:
    own = passage(9, "Benjamin", "I like cheese.", 4.0, speaker=1.0)
    other = passage(2, "Ana", "I ran the harbour race.", 5.0)
    found = measured("Did Benjamin run the harbour race?", own, other)
    assert found.signals.ahead == pytest.approx(3.0)
    assert found.signals.told_ahead == pytest.approx(1.0)
    assert found.signals.others_first == 0.5
    assert (found.own, found.other) == (own, other)


def test_three_turns_tell_more_than_one() -> None:
    own = [passage(9, "Benjamin", "I ran the race.", 5.0)]
    others = [passage(n, "Ana", "I ran the race.", 5.0 - n) for n in (1, 2, 3, 4)]
    found = measured("Did Benjamin run the race?", *own, *others)
    assert found.signals.told_ahead == pytest.approx(2.0)


def test_speaking_of_the_listeners_thing_shows_whose_it_is() -> None:
    asking = passage(1, "Benjamin", "I loved your harbour race!")
    telling = passage(2, "Ana", "I ran it for the lifeboats.")
    assert measured("Did Benjamin run the harbour race?", asking, telling).signals.heard_ahead > 0
    assert measured("Did Ana run the harbour race?", asking, telling).signals.heard_ahead < 0


def test_the_strength_does_not_grow_with_the_form_of_the_question() -> None:
    found = measured("When did Ana run?", passage(1, "Ana", "I ran on Sunday.", 5.0, dated=1.0))
    assert found.signals.strength == pytest.approx(3.0)


def test_a_thing_is_missing_that_no_turn_around_the_best_has() -> None:
    turns = [
        passage(3, "Ana", "I gave a talk about bees.", 5.0),
        passage(4, "Ana", "At the garden club.", 4.0),
        passage(5, "Ana", "It went well.", 3.0),
        passage(20, "Ana", "The rowing boats are blue.", 0.5),
    ]
    found = measured("When did Ana talk about bees at the rowing club?", *turns)
    assert found.missing == ("rowing",)
    assert found.signals.missing_thing > 0
    assert found.signals.unseen == 0
    assert measured("When did Ana talk at the garden club?", *turns).signals.missing_thing == 0
    assert measured("When did Ana talk at the chess club?", *turns).signals.unseen == 1


def test_a_turn_beside_the_best_counts_as_near() -> None:
    best = [passage(n, "Ana", "I gave a talk.", 5.0 - n / 10) for n in (3, 10, 20)]
    beside = passage(21, "Benjamin", "At the rowing club?", 1.0)
    apart = passage(23, "Benjamin", "At the rowing club?", 1.0)
    asked = "When did Ana talk at the rowing club?"
    assert measured(asked, *best, beside).missing == ()
    assert measured(asked, *best, apart).missing == ("rowing", "club")


def test_of_a_stranger_are_the_turns_that_name_them() -> None:
    turns = [
        passage(1, "Ana", "My cousin Zoe is here.", 1.0),
        passage(2, "Ana", "She ran the race.", 2.0),
        passage(9, "Benjamin", "I ran the race.", 5.0),
    ]
    found = measured("When did Zoe run the race?", *turns)
    assert found.own == turns[1]
    assert found.signals.ahead == pytest.approx(3.0)


def test_those_who_name_a_company_speak_for_it() -> None:
    turns = [
        passage(1, "Ana", "I work at Acme.", 1.0),
        passage(7, "Ana", "We moved to Leeds.", 3.0),
        passage(9, "Benjamin", "We moved to Bath.", 2.0),
    ]
    assert measured("When did Acme move?", *turns).own == turns[1]


def test_of_nobody_are_all_turns() -> None:
    found = measured("When was the race?", passage(1, "Ana", "I ran the race."))
    assert found.other is None
    assert found.signals.others_first == 0


def test_who_tells_it_counts_apart_where_two_talk() -> None:
    asked = read_claim(read_question("Did Benjamin run the harbour race?", PEOPLE), PEOPLE)
    race = passage(2, "Ana", "I ran the harbour race by the river.", 5.0)
    cheese = passage(9, "Benjamin", "I like cheese.", 1.0)
    of_two = measure(asked, [race, cheese])
    assert of_two is not None
    assert of_two.signals.of_two == 1.0
    assert of_two.signals.ahead_of_two == of_two.signals.ahead > 0
    assert of_two.signals.others_first_of_two == of_two.signals.others_first
    of_three = measure(asked, [race, cheese, passage(5, "Cleo", "What a day.", 0.5)])
    assert of_three is not None
    assert of_three.signals.ahead > 0
    assert of_three.signals.of_two == of_three.signals.ahead_of_two == 0.0
