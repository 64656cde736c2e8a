"""Fitting the verifier: the odds of either fault of a question, and the threshold of its doubt."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graphmem.answering.verification.signals import Signals
from graphmem.answering.verification.verify import doubt_of
from graphmem.answering.verification.weights import Odds, VerifierWeights
from graphmem.errors import InputError
from graphmem.evaluation.refusals import Fault

Floats = npt.NDArray[np.float64]
Fit = Callable[[Sequence["Example"]], VerifierWeights]

ABOUT_PEOPLE = ("ahead", "told_ahead", "others_first", "heard_ahead")
ABOUT_DETAILS = ("ahead", "strength", "told", "meaning", "missing_thing", "unseen")
# Tells of the question alone, not of what was found for it.
OF_FORM = ("judgement",)

L2 = 1e-2
# Percent of what is so that may be refused: under the 8 that are promised, with room for what is
# met with a question back, and for how-many without a number, when without a date and the like.
ALLOWED = 5.0
_EVEN = 0.5  # stands in for a threshold where only the doubt is wanted
_STEPS = 100
_CLOSE = 1e-10
_DIGITS = 4


class Example(NamedTuple):
    """The signals of a question, its fault, and the conversations that it was asked of."""

    seen: frozenset[str]
    fault: Fault
    signals: Signals


class Held(NamedTuple):
    """A question, and its doubt and the threshold by weights that have not seen it."""

    example: Example
    doubt: float
    threshold: float


def fit_odds(examples: Sequence[Example], fault: Fault, names: Sequence[str]) -> Odds:
    """The log odds of a fault against none, from these signals.

    A logistic regression with ``L2`` on standardised signals: it has one optimum, so the same
    examples give the same weights. Raises `InputError` where either kind is missing.
    """
    kept = [item for item in examples if item.fault in (fault, Fault.NONE)]
    if len({item.fault for item in kept}) < 2:
        raise InputError(
            f"There are no questions to tell the fault {fault.value!r} from none.",
            next_step="Give labelled questions of which some are to be refused.",
        )
    rows = np.array([[getattr(item.signals, name) for name in names] for item in kept])
    truth = np.array([float(item.fault is fault) for item in kept])
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    # A signal that never changes tells nothing: it gets the weight 0, not 0 / 0.
    spread = np.where(spread > _CLOSE, spread, 1.0)
    weights, bias = _logistic((rows - mean) / spread, truth)
    weights = weights / spread
    return Odds(
        bias=round(float(bias - weights @ mean), _DIGITS),
        weights={
            name: round(float(weight), _DIGITS) for name, weight in zip(names, weights, strict=True)
        },
    )


def fit_weights(
    examples: Sequence[Example], *, form: bool = True, allowed: float = ALLOWED
) -> VerifierWeights:
    """Fit both odds, and the threshold at which ``allowed`` percent of what is so is refused.

    The threshold is set on doubts that leave out, in turn, the conversations of each question.
    ``form`` False leaves out what tells of the question alone.
    """
    held = left_out(examples, lambda rest: fit_both(rest, form=form))
    doubts = sorted((one.doubt for one in held if one.example.fault is Fault.NONE), reverse=True)
    threshold = doubts[int(len(doubts) * allowed / 100.0)] if doubts else _EVEN
    return fit_both(examples, form=form, threshold=round(threshold, _DIGITS))


def fit_both(
    examples: Sequence[Example], *, form: bool = True, threshold: float = _EVEN
) -> VerifierWeights:
    """Fit both odds, with a threshold that is given."""
    also = OF_FORM if form else ()
    return VerifierWeights(
        somebody_else=fit_odds(examples, Fault.SOMEBODY_ELSE, (*ABOUT_PEOPLE, *also)),
        altered=fit_odds(examples, Fault.ALTERED, (*ABOUT_DETAILS, *also)),
        threshold=threshold,
    )


def left_out(examples: Sequence[Example], fitted: Fit) -> Iterator[Held]:
    """Hold each question against weights that saw no question of its conversations.

    Questions for which none can be fitted are passed over.
    """
    groups: dict[frozenset[str], list[Example]] = {}
    for item in examples:
        groups.setdefault(item.seen, []).append(item)
    for seen, group in groups.items():
        rest = unlike(examples, seen)
        if tells(rest):
            weights = fitted(rest)
            for item in group:
                yield Held(item, doubt_of(item.signals, weights), weights.threshold)


def unlike(examples: Sequence[Example], seen: frozenset[str]) -> list[Example]:
    """The questions that were asked of none of these conversations."""
    return [item for item in examples if item.seen.isdisjoint(seen)]


def tells(examples: Sequence[Example]) -> bool:
    """Whether there are questions of every sort, so that weights can be fitted."""
    return {item.fault for item in examples} == set(Fault)


def _logistic(rows: Floats, truth: Floats) -> tuple[Floats, float]:
    """Newton's method; the bias is not held small."""
    rows = np.column_stack([rows, np.ones(len(rows))])
    held = np.full(rows.shape[1], L2)
    held[-1] = 0.0
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(rows @ weights, -30.0, 30.0)))
        slope = rows.T @ (chance - truth) / len(rows) + 2 * held * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows / len(rows) + 2 * np.diag(held)
        step = np.linalg.solve(bend + _CLOSE * np.eye(len(weights)), slope)
        weights = weights - step
        if float(np.abs(step).max()) < _CLOSE:
            break
    return weights[:-1], float(weights[-1])
