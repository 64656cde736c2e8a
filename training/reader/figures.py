"""What the fitted reader gives on conversations that it never saw."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.evaluation.corpus import Expected
from graphmem.reader import TokenRow
from training.reader.batches import is_right
from training.reader.examples import Asked, Asking, Claimed, Examples, Worded
from training.reader.rows import Rows

READ = 16  # turns for each question
_FIRST = 5
_STARTS = 8
_LONGEST = 24
_TOPS = (0.1, 0.25, 0.5)


class Judgement(NamedTuple):
    """What the network says of a row: log-odds, and the likeliest words' first and last token."""

    answers: float
    yes: float
    claim: float
    right: float
    span: tuple[int, int]


Judge = Callable[[Sequence[TokenRow]], Iterable[Judgement]]


class _Read(NamedTuple):
    """A question with what was said of the turns nearest to it, the likeliest answer first."""

    asked: Asked
    turns: tuple[int, ...]
    judged: tuple[Judgement, ...]
    rows: tuple[TokenRow, ...]


def figures(judge: Judge, examples: Examples, rows: Rows) -> dict[str, Any]:
    """Shares of one, and areas under the ROC curve, by what is judged."""
    read = _read(judge, examples.asked, rows)
    found = {
        "conversations": sorted(examples.turns),
        "answers": _answers(read, rows),
        "refusals": _refusals(read),
        "yes_no": _yes_no(read),
    }
    if examples.claimed:
        found["claims"] = _claims(judge, examples.claimed, rows)
    if examples.worded:
        found["wordings"] = _wordings(judge, examples.worded, rows)
    return found


def best_span(
    start: NDArray[np.floating], end: NDArray[np.floating], row: TokenRow
) -> tuple[int, int]:
    """The likeliest first and last token of the turn, by the logs of their chances."""
    begins = row.turn + np.argsort(-start[row.turn : row.end])[:_STARTS]
    pairs = [
        (float(start[begin] + end[last]), int(begin), last)
        for begin in begins
        for last in range(begin, min(row.end, begin + _LONGEST))
    ]
    _, begin, last = max(pairs)
    return begin, last


def overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    """F1 of two runs of tokens, by first and last."""
    shared = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return max(0, 2 * shared) / (one[1] - one[0] + other[1] - other[0] + 2)


def area(right: Sequence[bool], scores: Sequence[float]) -> float | None:
    """The area under the ROC curve; None where all are of one sort."""
    from sklearn.metrics import roc_auc_score

    if len(set(right)) < 2:
        return None
    return round(float(roc_auc_score(right, scores)), 3)


def _read(judge: Judge, asked: Sequence[Asked], rows: Rows) -> list[_Read]:
    pairs = [(one, place) for one in asked for place in one.near[:READ]]
    made = [rows.of_question(one, place) for one, place in pairs]
    judged = iter(zip(made, judge(made), strict=True))
    found = []
    for one in asked:
        said = [(place, *next(judged)) for place in one.near[:READ]]
        said.sort(key=lambda item: -item[2].answers)
        turns, of_rows, judgements = zip(*said, strict=True)
        found.append(_Read(one, turns, judgements, of_rows))
    return found


def _answers(read: Sequence[_Read], rows: Rows) -> dict[str, Any]:
    answered = [one for one in read if one.asked.answered_by]
    return {
        "questions": len(answered),
        "first": _share(one.turns[0] in one.asked.evidence for one in answered),
        "first_by_meaning": _share(one.asked.near[0] in one.asked.evidence for one in answered),
        "among_five": _share(_among(one, _FIRST) for one in answered),
        "among_read": _share(_among(one, READ) for one in answered),
        "words_f1": _share(_words(one, rows) for one in answered if one.asked.spans),
    }


def _among(one: _Read, first: int) -> bool:
    return bool(set(one.turns[:first]) & set(one.asked.evidence))


def _words(one: _Read, rows: Rows) -> float:
    """How well the words that are found in the first turn are those of the answer."""
    place, row = one.turns[0], one.rows[0]
    spans = one.asked.spans.get(place, ())
    placed = (rows.placed(row, one.asked.conversation, place, span) for span in spans)
    return max((overlap(one.judged[0].span, tokens) for tokens in placed if tokens), default=0.0)


def _refusals(read: Sequence[_Read]) -> dict[str, Any]:
    """How well the best turn's score tells answered questions from such as are to be refused."""
    scores: Mapping[Asking, list[float]] = defaultdict(list)
    for one in read:
        if one.asked.expected is not Expected.ASK_BACK:
            scores[one.asked.asking].append(one.judged[0].answers)
    answered = scores[Asking.ANSWERED]
    refused = {asking: some for asking, some in scores.items() if asking is not Asking.ANSWERED}
    found: dict[str, Any] = {
        "questions": sum(map(len, refused.values())),
        "area": _apart(answered, [score for some in refused.values() for score in some]),
    }
    return found | {
        asking.value: _apart(answered, refused[asking]) for asking in Asking if asking in refused
    }


def _apart(answered: Sequence[float], refused: Sequence[float]) -> float | None:
    right = [True] * len(answered) + [False] * len(refused)
    return area(right, [*answered, *refused])


def _yes_no(read: Sequence[_Read]) -> dict[str, Any]:
    asked = [one for one in read if one.asked.yes is not None]
    return {
        "questions": len(asked),
        "right": _share((one.judged[0].yes > 0) == one.asked.yes for one in asked),
        "yes": _share(bool(one.asked.yes) for one in asked),
    }


def _claims(judge: Judge, claims: Sequence[Claimed], rows: Rows) -> dict[str, Any]:
    judged = list(judge([rows.of_claim(one) for one in claims]))
    right = [is_right(one) for one in claims]
    return {"claims": len(claims), "area": area(right, [one.claim for one in judged])}


def _wordings(judge: Judge, wordings: Sequence[Worded], rows: Rows) -> dict[str, Any]:
    judged = list(judge([rows.of_claim(one) for one in wordings]))
    right = [is_right(one) for one in wordings]
    scores = [one.right for one in judged]
    in_order = np.array(right)[np.argsort(-np.array(scores), kind="stable")]
    return {
        "wordings": len(wordings),
        "right": _share(right),
        "area": area(right, scores),
        "area_by_claim": area(right, [one.claim for one in judged]),
        "right_of_the_best": {
            f"{top:.0%}": _share(in_order[: max(1, int(len(in_order) * top))].tolist())
            for top in _TOPS
        },
    }


def _share(values: Iterable[float]) -> float | None:
    found = list(values)
    return round(sum(found) / len(found), 3) if found else None
