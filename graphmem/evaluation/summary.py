"""Figures of many questions: means in percent, by category and together."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from graphmem.evaluation.abstention import Operating, Outcome, Point, curve, operating
from graphmem.evaluation.cases import Category
from graphmem.evaluation.found import Scored
from graphmem.model.base import Frozen

_RECALL = "recall@10"

KINDS = ("answerable", "to be refused")


class Row(Frozen):
    """Means in percent over some questions.

    ``questions`` are asked and ``scored`` those with valid evidence, over which retrieval is
    counted; every other figure is over the questions that have it. ``abstained`` is the share of
    questions that were refused.
    """

    name: str
    category: Category | None = None
    questions: int
    scored: int
    abstained: float
    percent: Mapping[str, float] = Field(default_factory=dict)


class Table(Frozen):
    """Questions that have an answer, questions to be refused, both, and each category.

    For a question to be refused, evidence is the turns that tempt: there a high recall is no
    merit.
    """

    answerable: Row
    adversarial: Row | None
    together: Row
    by_category: tuple[Row, ...]
    foreign_turns: int


class Abstention(Frozen):
    """Abstaining rightly against abstaining wrongly, in percent."""

    curve: tuple[Point, ...]
    operating: tuple[Operating, ...]


class LeftOut(Frozen):
    """Questions without valid evidence, which retrieval is not scored on, and ids that are lost.

    ``questions`` and ``ids`` are written ``conversation/index``, the latter with the id.
    """

    by_category: Mapping[str, int]
    questions: tuple[str, ...]
    ids: tuple[str, ...]


def make_table(
    scored: Sequence[Scored],
    *,
    names: Mapping[Category, str],
    groups: tuple[str, str] = KINDS,
) -> Table:
    """The table of a run; ``names`` tells what a category is called, ``groups`` the two kinds."""
    answerable = [item for item in scored if not item.adversarial]
    adversarial = [item for item in scored if item.adversarial]
    categories = sorted({item.category for item in scored}, key=lambda one: (str(type(one)), one))
    rows = []
    for category in categories:
        for some in (answerable, adversarial):
            if kept := [item for item in some if item.category == category]:
                name = names.get(category, str(category))
                if some is adversarial and category not in names:
                    name += ", to be refused"
                rows.append(_row(name, kept, category=category))
    return Table(
        answerable=_row(groups[0], answerable),
        adversarial=_row(groups[1], adversarial) if adversarial else None,
        together=_row("all", scored),
        by_category=tuple(rows),
        foreign_turns=sum(item.foreign for item in scored),
    )


def _row(name: str, scored: Sequence[Scored], *, category: Category | None = None) -> Row:
    figures: dict[str, list[float]] = {}
    for item in scored:
        for key, value in item.scores.items():
            figures.setdefault(key, []).append(value)
    return Row(
        name=name,
        category=category,
        questions=len(scored),
        scored=len(figures.get(_RECALL, ())),
        abstained=_percent(float(not item.answered) for item in scored),
        percent={key: _percent(values) for key, values in figures.items()},
    )


def abstention(scored: Sequence[Scored]) -> Abstention:
    """The curve over thresholds of the answers' confidence."""
    outcomes = [
        Outcome(adversarial=item.adversarial, answered=item.answered, confidence=item.confidence)
        for item in scored
    ]
    points = curve(outcomes)
    return Abstention(
        curve=tuple(
            point.model_copy(
                update={"right": round(point.right, 2), "false": round(point.false, 2)}
            )
            for point in points
        ),
        operating=tuple(
            item.model_copy(update={"right": None if item.right is None else round(item.right, 2)})
            for item in operating(outcomes)
        ),
    )


def unscored(scored: Sequence[Scored]) -> LeftOut:
    """What retrieval is not scored on."""
    without = [item for item in scored if not item.evidence]
    counts: dict[str, int] = {}
    for item in without:
        counts[str(item.category)] = counts.get(str(item.category), 0) + 1
    return LeftOut(
        by_category=counts,
        questions=tuple(_place(item) for item in without),
        ids=tuple(f"{_place(item)}: {lost}" for item in scored for lost in item.lost),
    )


def _place(item: Scored) -> str:
    return f"{item.conversation or 'all conversations'}/{item.index}"


def _percent(values: Iterable[float]) -> float:
    kept = list(values)
    return round(100.0 * sum(kept) / len(kept), 2) if kept else 0.0
