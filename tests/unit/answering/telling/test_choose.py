import numpy as np
import pytest

from graphmem.answering.telling.choose import agreement, choose
from graphmem.answering.telling.found import read_found
from graphmem.answering.telling.spans import Span
from tests.unit.answering.telling.talk import asking, passage


def unit_spans(text: str, *places: tuple[int, int]) -> list[Span]:
    (unit,) = read_found(asking("What did Ana see?"), [passage(text)]).units
    return [Span(unit, begin, end) for begin, end in places]


def test_agreement_is_the_f1_of_words_without_articles_and_marks() -> None:
    spans = unit_spans("a red kayak, a tent", (0, 3), (1, 3), (2, 3), (5, 6))
    found = agreement(spans)
    assert found[0, 1] == pytest.approx(1.0)
    assert found[1, 2] == pytest.approx(2 / 3)
    assert found[0, 3] == 0.0


def test_spans_that_agree_win_over_a_single_best_one() -> None:
    spans = unit_spans("old red kayak and tent", (4, 5), (1, 3), (0, 3), (2, 3))
    best = choose(spans, np.array([0.5, 0.3, 0.2, 0.1]))[0]
    assert best.span is spans[1]
    alone = choose(spans, np.array([50.0, 0.3, 0.2, 0.1]))[0]
    assert alone.span is spans[0]
    assert alone.chance == pytest.approx(1.0)
    assert alone.agreement == pytest.approx(1.0)


def test_nothing_to_choose_from() -> None:
    assert choose([], np.array([])) == []
