"""Fitting when an answer is refused, on questions that were measured."""

import random

import pytest

pytest.importorskip("sklearn")

from graphmem.answering.verification.verify import AnswerSignals, ReadingSignals
from graphmem.evaluation.corpus import RefusalReason
from tests.unit.corpus.talk import conversation, turn
from training.fit_abstention import Case, fit, of_others


def test_a_question_is_asked_of_the_others_who_take_part() -> None:
    talk = conversation(turn(text="I live in Ghent."))
    names = sorted({one.speaker for one in talk.header.people.values()})
    assert len(names) > 1
    asked, *others = names
    found = of_others(f"Where does {asked} live?", "Ghent", talk)
    assert sorted(found) == sorted(f"Where does {other} live?" for other in others[:2])
    assert of_others(f"Where does {asked} live?", others[0], talk) == [
        f"Where does {other} live?" for other in others[1:3]
    ]
    assert of_others("Where is the flat?", "Ghent", talk) == []


def case(name: str, why: RefusalReason | None, ahead: float, so: float) -> Case:
    signals = ReadingSignals(
        gathered=0.0,
        supported=so,
        when=0.0,
        anothers=0.0,
        anothers_of_two=0.0,
        of_two=0.0,
        ahead=ahead,
    )
    return Case(name, why, False, signals)


def test_either_fault_is_learned_and_the_threshold_keeps_most_answers() -> None:
    drawn = random.Random(1)
    cases = [
        case(
            f"talk {number % 4}",
            why,
            drawn.gauss(2.0 if why is RefusalReason.OTHER_PERSON else -2.0, 1.0),
            drawn.gauss(-2.0 if why is RefusalReason.NEVER_SAID else 2.0, 1.0),
        )
        for number in range(240)
        for why in [[None, RefusalReason.OTHER_PERSON, RefusalReason.NEVER_SAID][number % 3]]
    ]
    found = fit(cases)
    assert found.fault.weights["ahead"] > 0
    assert found.fault.weights["supported"] < 0
    shares = found.origin["left_out"]
    assert shares["answered"] <= 14
    assert shares["other_person"] > 60
    assert shares["never_said"] > 60


def test_the_chance_that_an_answer_is_right_is_learned() -> None:
    drawn = random.Random(2)
    cases = []
    for number in range(200):
        right = number % 2 == 0
        told = AnswerSignals(drawn.gauss(2.0 if right else -2.0, 1.0), -1.0, 0.0, 0.0)
        one = case(f"talk {number % 4}", None, -2.0, 2.0)
        cases.append(one._replace(told=told, right=right))
        cases.append(case(f"talk {number % 4}", RefusalReason.OTHER_PERSON, 2.0, 2.0))
    odds = fit(cases).right
    assert odds.weights["answers"] > 0.5
    assert odds.log_odds(AnswerSignals(3.0, -1.0, 0.0, 0.0)._asdict()) > 1.0
