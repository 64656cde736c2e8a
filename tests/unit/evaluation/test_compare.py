import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.compare import FIGURES, compare, difference
from graphmem.evaluation.question_records import SCORES, SUMMARY, Scored, write_lines


def scored(index: int, value: float, *, refuse: bool = False, **given: Any) -> Scored:
    made = {
        "conversation": "a",
        "index": index,
        "category": 4,
        "adversarial": refuse,
        "evidence": ("a/D1:1",),
        "answered": True,
        "confidence": 0.5,
        "scores": {"recall@10": value, "f1": value / 2},
    }
    return Scored(**{**made, **given})


def folder(path: Path, *lines: Scored, benchmark: str = "locomo", data: str = "53aa") -> Path:
    path.mkdir()
    write_lines(path / SCORES, lines)
    summary = {"benchmark": benchmark, "basis": {"sha256": {"data": data}}}
    (path / SUMMARY).write_text(json.dumps(summary), encoding="utf-8")
    return path


def test_a_clear_difference_is_told_with_its_interval(tmp_path: Path) -> None:
    a = folder(
        tmp_path / "a", *(scored(n, float(n % 2), conversation="ab"[n % 2]) for n in range(80))
    )
    b = folder(tmp_path / "b", *(scored(n, 1.0, conversation="ab"[n % 2]) for n in range(80)))
    found = compare(a, b)
    by_name = {item.metric: item for item in found.differences}
    recall, f1 = by_name["recall@10"], by_name["f1"]
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
    (judge,) = (figure for figure in FIGURES if figure.name == "judge")
    assert difference([(scored(0, 1.0), scored(0, 1.0))], judge) is None


def test_every_figure_that_both_have_is_compared(tmp_path: Path) -> None:
    names = (
        *("recall@5", "recall@10", "mrr", "ndcg@10"),
        *("session_recall@10", "session_recall_of_10_turns", "f1", "judge"),
    )

    def lines(value: float, *, right: bool) -> list[Scored]:
        scores = dict.fromkeys(names, value)
        asked = {"asked_back": value}
        return [
            scored(0, 0.0, scores=scores, answered=right),
            scored(1, 0.0, scores=scores),
            scored(2, 0.0, refuse=True, scores={**scores, "f1": 0.0}, answered=not right),
            scored(3, 0.0, to_clarify=True, scores={**scores, **asked}, answered=False),
        ]

    a = folder(tmp_path / "a", *lines(0.25, right=False))
    b = folder(tmp_path / "b", *lines(1.0, right=True))
    found = {item.metric: item for item in compare(a, b).differences}
    assert list(found) == [*names, "asked_back", "rightly_abstained", "falsely_abstained"]
    for name in names:
        assert (found[name].questions, found[name].difference) == (2, 75.0)
    told = {name: (item.questions, item.a, item.b) for name, item in found.items()}
    assert told["asked_back"] == (1, 25.0, 100.0)
    assert told["rightly_abstained"] == (1, 0.0, 100.0)
    assert told["falsely_abstained"] == (2, 50.0, 0.0)


def test_evaluations_of_something_else_are_refused(tmp_path: Path) -> None:
    a = folder(tmp_path / "a", scored(0, 1.0))
    with pytest.raises(InputError, match="same benchmark: locomo and sample"):
        compare(a, folder(tmp_path / "b", scored(0, 1.0), benchmark="sample"))
    with pytest.raises(InputError, match="same data: 53aa and 7777"):
        compare(a, folder(tmp_path / "c", scored(0, 1.0), data="7777"))


@pytest.mark.parametrize("text", ["[]", "{}", '{"benchmark": "locomo", "basis": []}', "no"])
def test_a_summary_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    a, b = folder(tmp_path / "a", scored(0, 1.0)), folder(tmp_path / "b", scored(0, 1.0))
    (b / SUMMARY).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"summary\.json is no result"):
        compare(a, b)


def test_a_folder_without_a_result_is_named(tmp_path: Path) -> None:
    a, b = folder(tmp_path / "a", scored(0, 1.0)), folder(tmp_path / "b", scored(0, 1.0))
    (b / SUMMARY).unlink()
    with pytest.raises(InputError, match=r"/b holds no result .* there is no summary\.json in it"):
        compare(a, b)
    with pytest.raises(InputError, match=r"/none holds no result .* there is no such folder"):
        compare(tmp_path / "none", a)
