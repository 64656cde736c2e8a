"""Refusing what is not so, against refusing what is."""

from graphmem.evaluation.abstention import (
    AbstentionLabel,
    Doubted,
    fault_of,
    refusing_at,
    refusing_curve,
)
from graphmem.evaluation.cases import GoldAnswer
from graphmem.model.answer import Status

SPEAKERS = {"c/D1:1": "Ana", "c/D1:2": "Ben"}


def gold(*evidence: str, expected: Status = Status.ABSTAINED) -> GoldAnswer:
    return GoldAnswer(category=5, expected=expected, evidence=evidence)


def test_the_fault_is_told_by_who_speaks_the_turns_that_tempt() -> None:
    assert fault_of(gold("c/D1:1"), {"Ben"}, SPEAKERS) is AbstentionLabel.SOMEBODY_ELSE
    assert fault_of(gold("c/D1:1", "c/D1:2"), {"Ben"}, SPEAKERS) is AbstentionLabel.ALTERED
    assert fault_of(gold(), {"Ben"}, SPEAKERS) is AbstentionLabel.ALTERED
    assert (
        fault_of(gold("c/D1:1", expected=Status.ANSWERED), {"Ben"}, SPEAKERS)
        is AbstentionLabel.NONE
    )


def doubted() -> list[Doubted]:
    return [
        *(Doubted(fault=AbstentionLabel.NONE, doubt=n / 10) for n in range(10)),
        Doubted(fault=AbstentionLabel.SOMEBODY_ELSE, doubt=0.95),
        Doubted(fault=AbstentionLabel.SOMEBODY_ELSE, doubt=0.85),
        Doubted(fault=AbstentionLabel.ALTERED, doubt=0.05),
    ]


def test_above_a_threshold_everything_is_refused() -> None:
    found = refusing_at(doubted(), 0.8)
    assert (found.false, found.somebody_else, found.altered) == (10.0, 100.0, 0.0)
    assert found.right == 66.67


def test_the_curve_allows_so_many_false_refusals() -> None:
    none, some = refusing_curve(doubted(), (5.0, 10.0))
    assert (none.allowed, none.false, none.right) == (5.0, 0.0, 33.33)
    assert (some.allowed, some.false, some.right) == (10.0, 10.0, 66.67)


def test_no_curve_without_both_sorts() -> None:
    assert refusing_curve([item for item in doubted() if item.fault is AbstentionLabel.NONE]) == ()
    assert refusing_at([], 0.5).right is None
