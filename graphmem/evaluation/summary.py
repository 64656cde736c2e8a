"""Summarises figures of many questions: means in percent, by category and together."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from graphmem.evaluation.ablation import AblationRow
from graphmem.evaluation.abstention import (
    AbstentionOutcome,
    Doubted,
    Point,
    Refusing,
    curve,
    refusing_at,
    refusing_curve,
)
from graphmem.evaluation.cases import Category
from graphmem.evaluation.metrics import mean_percent
from graphmem.evaluation.question_records import Scored
from graphmem.evaluation.spaces import Ingested
from graphmem.model.base import Frozen

_RECALL = "recall@10"

KINDS = ("answerable", "to be refused")
TO_CLARIFY = "to be asked back"


class MetricRow(Frozen):
    """Means in percent over some questions.

    ``questions`` are asked and ``scored`` those with valid evidence, over which retrieval is
    counted; every other figure is over the questions that have it. ``abstained`` is the share of
    questions that were not answered, ``asked_back`` of those that were met with a question;
    ``words`` is how many words an answer has, on average.
    """

    name: str
    category: Category | None = None
    questions: int
    scored: int
    abstained: float
    asked_back: float = 0.0
    words: float | None = None
    percent: Mapping[str, float] = Field(default_factory=dict)


class MetricTable(Frozen):
    """Questions that have an answer, to be refused and to be asked back; all; each category.

    For a question to be refused, evidence is the turns that tempt: there a high recall is no
    merit.
    """

    answerable: MetricRow
    adversarial: MetricRow | None
    to_clarify: MetricRow | None = None
    together: MetricRow
    by_category: tuple[MetricRow, ...]
    foreign_turns: int


class Abstention(Frozen):
    """Abstaining rightly against abstaining wrongly, in percent.

    ``own`` is what was not answered and ``by_doubt`` what would not be at other thresholds of
    doubt, both by what is wrong with a question; ``curve`` is over thresholds of confidence.
    """

    curve: tuple[Point, ...]
    own: Refusing | None = None
    by_doubt: tuple[Refusing, ...] = ()


class Unscored(Frozen):
    """Questions without valid evidence, which retrieval is not scored on, and ids that are lost.

    ``questions`` and ``ids`` are written ``conversation/index``, the latter with the id.
    ``to_refuse`` counts the questions to be refused for which none was given, since nothing tells
    of it; they are not among ``questions``.
    """

    by_category: Mapping[str, int]
    questions: tuple[str, ...]
    ids: tuple[str, ...]
    to_refuse: int = 0


def make_table(
    scored: Sequence[Scored],
    *,
    names: Mapping[Category, str],
    groups: tuple[str, str] = KINDS,
) -> MetricTable:
    """The table of a run; ``names`` tells what a category is called, ``groups`` the two kinds."""
    answerable = [item for item in scored if item.answerable]
    adversarial = [item for item in scored if item.adversarial]
    to_clarify = [item for item in scored if item.to_clarify]
    categories = sorted({item.category for item in scored}, key=lambda one: (str(type(one)), one))
    rows = []
    for category in categories:
        name = names.get(category, str(category))
        # A category that has a name of its own holds one kind of question.
        marks = ("", "", "") if category in names else ("", f", {KINDS[1]}", f", {TO_CLARIFY}")
        for some, mark in zip((answerable, adversarial, to_clarify), marks, strict=True):
            if kept := [item for item in some if item.category == category]:
                rows.append(_row(name + mark, kept, category=category))
    return MetricTable(
        answerable=_row(groups[0], answerable),
        adversarial=_row(groups[1], adversarial) if adversarial else None,
        to_clarify=_row(TO_CLARIFY, to_clarify) if to_clarify else None,
        together=_row("all", scored),
        by_category=tuple(rows),
        foreign_turns=sum(item.foreign for item in scored),
    )


def _row(name: str, scored: Sequence[Scored], *, category: Category | None = None) -> MetricRow:
    figures: dict[str, list[float]] = {}
    for item in scored:
        for key, value in item.scores.items():
            figures.setdefault(key, []).append(value)
    return MetricRow(
        name=name,
        category=category,
        questions=len(scored),
        scored=len(figures.get(_RECALL, ())),
        abstained=mean_percent(float(not item.answered) for item in scored),
        asked_back=mean_percent(float(item.asked_back) for item in scored),
        words=_mean_words(scored),
        percent={key: mean_percent(values) for key, values in figures.items()},
    )


def _mean_words(scored: Sequence[Scored]) -> float | None:
    words = [item.words for item in scored if item.answered]
    return round(sum(words) / len(words), 2) if words else None


def abstention(scored: Sequence[Scored]) -> Abstention:
    """The curve over thresholds of the answers' confidence.

    Questions to be asked back are neither to be refused nor to be answered, and left out.
    """
    outcomes = [
        AbstentionOutcome(
            adversarial=item.adversarial, answered=item.answered, confidence=item.confidence
        )
        for item in scored
        if not item.to_clarify
    ]
    points = curve(outcomes)
    judged = [item for item in scored if not item.to_clarify]
    doubted = [Doubted(fault=item.fault, doubt=item.doubt) for item in judged]
    refused = [Doubted(fault=item.fault, doubt=float(not item.answered)) for item in judged]
    return Abstention(
        curve=tuple(
            point.model_copy(
                update={"right": round(point.right, 2), "false": round(point.false, 2)}
            )
            for point in points
        ),
        own=refusing_at(refused, 0.5) if points else None,
        by_doubt=refusing_curve(doubted),
    )


def unscored(scored: Sequence[Scored]) -> Unscored:
    """Questions that retrieval is not scored on."""
    without = [item for item in scored if not item.evidence and not _none_given(item)]
    counts: dict[str, int] = {}
    for item in without:
        counts[str(item.category)] = counts.get(str(item.category), 0) + 1
    return Unscored(
        by_category=counts,
        questions=tuple(_place(item) for item in without),
        ids=tuple(f"{_place(item)}: {lost}" for item in scored for lost in item.lost),
        to_refuse=sum(map(_none_given, scored)),
    )


def _none_given(item: Scored) -> bool:
    return item.adversarial and not item.evidence and not item.lost


def _place(item: Scored) -> str:
    return f"{item.conversation or 'all conversations'}/{item.index}"


class Weights(Frozen):
    """Whose weights ranked which conversations.

    ``left_out`` were part of the fit, and ranked by weights fitted without them; ``fitted_on``
    were part of it and ranked by those very weights, since there are no others; ``as_given`` were
    not. Where ``of_options``, the caller's own ranked everything, and what they have seen is not
    known: then the lists are empty.
    """

    origin: Mapping[str, Any] = Field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    fitted_on: tuple[str, ...] = ()
    as_given: tuple[str, ...] = ()
    of_options: bool = False


class Spaces(Frozen):
    """The spaces that were used, how many held the data already, and whether they are kept."""

    count: int
    held: int
    first: str | None
    kept: bool


class JudgeStats(Frozen):
    """Which model judged, and how many answers it could not judge."""

    model: str
    failed: int


class Summary(Frozen):
    """``summary.json``: every figure in percent, apart from counts and ``seconds``.

    The same on a second run with the same data, model and code, but for ``seconds``, the
    milliseconds of ``ablation`` and, where spaces are kept, what ``spaces`` and ``ingested`` tell
    of a space that held the data already.
    ``without_conversation`` is None where each question has a space of its own, ``ablation``
    where none was asked for.
    """

    benchmark: str
    conversations: int
    turns: int
    questions: int
    with_conversation: MetricTable
    without_conversation: MetricTable | None
    abstention: Abstention
    left_out: Unscored
    refused: tuple[str, ...]
    ingested: Ingested
    judge: JudgeStats | None
    ablation: tuple[AblationRow, ...] | None
    weights: Weights
    spaces: Spaces
    basis: Mapping[str, Any]
    seconds: Mapping[str, float]
