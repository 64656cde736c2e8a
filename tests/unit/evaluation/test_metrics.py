"""Every figure worked out by hand."""

import math

import pytest

from graphmem.evaluation.abstention import AbstentionOutcome, curve, operating
from graphmem.evaluation.cases import GoldAnswer
from graphmem.evaluation.metrics import (
    NO_ANSWER,
    answer_scores,
    as_scored,
    bleu1,
    list_f1,
    retrieval_scores,
    token_f1,
)
from graphmem.model.answer import Status

RANKED = [f"c/D{session}:{turn}" for session in range(1, 13) for turn in (1, 2, 3)][:30]
SESSIONS = {turn_id: turn_id.replace("D", "S").split(":")[0] for turn_id in RANKED}


def scores(*evidence: str) -> dict[str, float]:
    return retrieval_scores(
        RANKED,
        evidence,
        evidence_sessions={SESSIONS[turn_id] for turn_id in evidence if turn_id in SESSIONS},
        sessions=SESSIONS,
    )


def test_recall_is_the_share_of_evidence_turns() -> None:
    # Places 1, 6 and 11; the fourth is not found at all.
    found = scores("c/D1:1", "c/D2:3", "c/D4:2", "c/D40:1")
    assert [found[f"recall@{k}"] for k in (1, 5, 10, 20, 30)] == [0.25, 0.25, 0.5, 0.75, 0.75]
    assert [found[f"hit@{k}"] for k in (1, 5, 10)] == [1.0, 1.0, 1.0]
    assert found["mrr"] == 1.0
    best = sum(1 / math.log2(place + 1) for place in (1, 2, 3, 4))
    assert found["ndcg@10"] == pytest.approx((1 + 1 / math.log2(7)) / best)
    # Sessions S1, S2 and S4 are all among the first ten; the first ten turns are of S1 to S4.
    assert found["session_recall@10"] == 1.0
    assert found["session_recall_of_10_turns"] == 1.0


def test_sessions_beyond_the_tenth_do_not_count() -> None:
    found = scores("c/D10:2", "c/D5:1")  # places 29 and 13
    assert found["mrr"] == pytest.approx(1 / 13)
    assert found["hit@10"] == 0.0
    assert found["ndcg@10"] == 0.0
    assert found["session_recall@10"] == 1.0  # S10 is the tenth session
    assert found["session_recall_of_10_turns"] == 0.0


def test_nothing_is_scored_for_free() -> None:
    assert scores() == {}
    only = retrieval_scores(RANKED, (), evidence_sessions=["c/S2"], sessions=SESSIONS)
    assert set(only) == {"session_recall@10", "session_hit@10", "session_recall_of_10_turns"}
    none = retrieval_scores([], ["c/D1:1"], evidence_sessions=["c/S1"], sessions=SESSIONS)
    assert set(none.values()) == {0.0}


def test_a_turn_of_another_conversation_is_wrong() -> None:
    found = retrieval_scores(
        ["d/D1:1", "c/D1:1"], ["c/D1:1"], evidence_sessions=["c/S1"], sessions=SESSIONS
    )
    assert (found["recall@1"], found["recall@5"], found["mrr"]) == (0.0, 1.0, 0.5)


@pytest.mark.parametrize(
    ("said", "wanted", "f1"),
    [
        ("The figs and the walnuts!", "fig, walnut", 1.0),  # stems; articles and "and" are gone
        ("in May 2023", "May 2023", 0.8),  # precision 2/3, recall 1
        ("figs figs", "figs", 2 / 3),  # each counts once
        ("plums", "figs", 0.0),
        ("", "figs", 0.0),
        ("the", "a", 0.0),
    ],
)
def test_token_f1(said: str, wanted: str, f1: float) -> None:
    assert token_f1(said, wanted) == pytest.approx(f1)


def test_list_f1_takes_the_best_part_for_each_part_of_the_answer() -> None:
    assert list_f1("plums, ripe figs", "figs, walnuts") == pytest.approx((2 / 3 + 0) / 2)


def test_bleu1_is_clipped_and_pays_for_brevity() -> None:
    assert bleu1("figs figs jam plum", "figs jam") == pytest.approx(0.5)
    assert bleu1("figs", "figs jam walnuts") == pytest.approx(math.exp(1 - 3))
    assert bleu1("fig", "figs") == 0.0  # no stems
    assert (bleu1("", "figs"), bleu1("figs", "")) == (0.0, 0.0)


def test_an_answer_is_scored_by_its_category() -> None:
    said = Status.ANSWERED
    likes = "Yes; since she likes figs"
    assert answer_scores(said, "Yes", GoldAnswer(category=3, answer=likes))["f1"] == 1.0
    assert answer_scores(said, "Yes", GoldAnswer(category=4, answer=likes))["f1"] < 0.5
    parts = GoldAnswer(category=1, answer="figs, plums")
    assert answer_scores(said, "plums, figs", parts) == {"f1": 1.0, "bleu1": 1.0}
    refuse = GoldAnswer(category=5, expected=Status.ABSTAINED)
    assert answer_scores(said, "That is Not mentioned anywhere.", refuse) == {"f1": 1.0}
    assert answer_scores(said, "a fig cake", refuse) == {"f1": 0.0}
    assert answer_scores(Status.ABSTAINED, "a fig cake", refuse) == {"f1": 1.0}


def test_a_question_to_be_asked_back_is_scored_by_that_alone() -> None:
    gold = GoldAnswer(category="fact", expected=Status.NEEDS_CLARIFICATION, answer="Which Peter?")
    assert answer_scores(Status.NEEDS_CLARIFICATION, "Who?", gold) == {"asked_back": 1.0}
    for status in (Status.ANSWERED, Status.ABSTAINED):
        assert answer_scores(status, "Which Peter?", gold) == {"asked_back": 0.0}


def test_an_abstention_is_told_by_the_phrase() -> None:
    assert as_scored(Status.ABSTAINED, "It was Ben.") == NO_ANSWER
    assert as_scored(Status.ANSWERED, "figs") == "figs"


def test_the_curve_of_abstentions() -> None:
    outcomes = [
        AbstentionOutcome(adversarial=True, answered=False, confidence=0.9),
        AbstentionOutcome(adversarial=True, answered=True, confidence=0.42),
        AbstentionOutcome(adversarial=False, answered=True, confidence=0.3),
        *(AbstentionOutcome(adversarial=False, answered=True, confidence=0.8) for _ in range(9)),
    ]
    points = {point.threshold: (point.right, point.false) for point in curve(outcomes)}
    assert len(points) == 21
    assert points[0.0] == (50.0, 0.0)
    assert points[0.4] == (50.0, 10.0)
    assert points[0.5] == (100.0, 10.0)
    assert points[1.0] == (100.0, 100.0)
    assert [(item.allowed, item.right) for item in operating(outcomes)] == [
        (5.0, 50.0),
        (10.0, 100.0),
        (20.0, 100.0),
    ]
    assert [item.threshold for item in operating(outcomes, (5.0, 10.0))] == [0.0, 0.8]


def test_no_curve_without_both_kinds() -> None:
    only = [AbstentionOutcome(adversarial=False, answered=True, confidence=0.5)]
    assert (curve(only), operating(only)) == ((), ())


def test_too_many_false_abstentions_of_its_own_leave_no_operating_point() -> None:
    outcomes = [
        AbstentionOutcome(adversarial=True, answered=False, confidence=0.0),
        AbstentionOutcome(adversarial=False, answered=False, confidence=0.0),
        AbstentionOutcome(adversarial=False, answered=True, confidence=0.5),
    ]
    assert {item.right for item in operating(outcomes)} == {None}
