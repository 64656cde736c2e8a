from pathlib import Path

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.compare import compare, difference
from graphmem.evaluation.found import SCORES, Scored, write_lines


def scored(index: int, value: float, *, conversation: str = "a", refuse: bool = False) -> Scored:
    return Scored(
        conversation=conversation,
        index=index,
        category=4,
        adversarial=refuse,
        evidence=("a/D1:1",),
        answered=True,
        confidence=0.5,
        scores={"recall@10": value, "f1": value / 2},
    )


def folder(path: Path, *lines: Scored) -> Path:
    path.mkdir()
    write_lines(path / SCORES, lines)
    return path


def test_a_clear_difference_is_told_with_its_interval(tmp_path: Path) -> None:
    a = folder(
        tmp_path / "a", *(scored(n, float(n % 2), conversation="ab"[n % 2]) for n in range(80))
    )
    b = folder(tmp_path / "b", *(scored(n, 1.0, conversation="ab"[n % 2]) for n in range(80)))
    found = compare(a, b)
    recall, f1 = found.differences
    assert (recall.metric, recall.questions, recall.conversations) == ("recall@10", 80, 2)
    assert (recall.a, recall.b, recall.difference) == (50.0, 100.0, 50.0)
    # By hand: the standard error of 80 values of 0 and 100 is 5.6 points.
    assert recall.by_question.low == pytest.approx(50 - 1.96 * 5.59, abs=1.5)
    assert recall.by_question.high == pytest.approx(50 + 1.96 * 5.59, abs=1.5)
    # All of it is in one of two conversations, which may be drawn never or twice.
    assert recall.by_conversation is not None
    assert (recall.by_conversation.low, recall.by_conversation.high) == (0.0, 100.0)
    assert f1.difference == 25.0
    assert compare(a, b) == found


def test_the_same_twice_is_no_difference(tmp_path: Path) -> None:
    lines = [scored(n, n / 10) for n in range(11)]
    found = compare(folder(tmp_path / "a", *lines), folder(tmp_path / "b", *lines))
    for item in found.differences:
        assert (item.difference, item.by_question.low, item.by_question.high) == (0.0, 0.0, 0.0)
        assert item.by_conversation is None


def test_only_answerable_questions_that_both_have_are_compared(tmp_path: Path) -> None:
    a = folder(tmp_path / "a", scored(0, 1.0), scored(1, 1.0), scored(2, 0.0, refuse=True))
    b = folder(tmp_path / "b", scored(1, 0.5), scored(2, 1.0, refuse=True), scored(3, 0.0))
    found = compare(a, b)
    assert found.unmatched == 2
    assert found.differences[0].questions == 1
    assert found.differences[0].difference == -50.0
    with pytest.raises(InputError, match="no scored question in common"):
        compare(a, folder(tmp_path / "c", scored(7, 1.0)))


def test_no_pair_has_the_figure() -> None:
    assert difference([(scored(0, 1.0), scored(0, 1.0))], "judge") is None
