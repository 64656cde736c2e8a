"""Fitting the linear ranker: fifteen weights, and which have not seen a conversation."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from graphmem.errors import InputError
from graphmem.evaluation.cases import Batch
from graphmem.model.conversation import Conversation
from graphmem.model.search import FITTED, SearchWeights
from graphmem.retrieval.weights import Shipped, conversation_digest

Floats = npt.NDArray[np.float64]
L2 = 1e-2
_STEPS = 100
_CLOSE = 1e-10
_LEAST_STEP = 1e-6
Fitted = TypeVar("Fitted")


class HeldOutWeights(NamedTuple):
    """Weights that have not seen a conversation of a batch; None is all of them together.

    ``left_out`` has weights that were fitted without it; ``fitted_on`` are those that the weights
    have seen and for which there are no others. What is in neither was not part of the fit.
    """

    left_out: Mapping[str | None, SearchWeights]
    fitted_on: frozenset[str | None]


@dataclass(frozen=True, slots=True)
class Example:
    """The candidates of one question, and which of them are its evidence.

    ``features`` is candidates × signals, in the order of `FITTED`; ``gold`` the rows that are
    evidence; ``evidence`` how many evidence turns there are, found or not; ``seen`` the
    conversations that it was asked of.
    """

    seen: frozenset[str]
    features: Floats
    gold: tuple[int, ...]
    evidence: int


def features(candidates: Sequence[Mapping[str, float]]) -> Floats:
    """Candidates × signals, from each one's values by name; 0 where it has no such signal."""
    values = [[item.get(name, 0.0) for name in FITTED] for item in candidates]
    return np.array(values, dtype=np.float64).reshape(len(values), len(FITTED))


def fit(examples: Sequence[Example], *, l2: float = L2) -> SearchWeights:
    """The weights that make evidence likeliest among the candidates of its question.

    Maximises the mean over questions of the mean log-probability (softmax of the scores) of the
    evidence turns, less ``l2`` times the squared weights of standardised signals. That has one
    optimum, so the same examples give the same weights. Questions whose evidence is not among the
    candidates teach nothing and are passed over; `InputError` where none is left.
    """
    telling = [item for item in examples if item.gold]
    if not telling:
        raise InputError(
            "No question has evidence among its candidates.",
            next_step="Give labelled questions whose evidence turns are in the conversations.",
        )
    weights = fit_softmax([(item.features, list(item.gold)) for item in telling], l2=l2)
    return SearchWeights(**dict(zip(FITTED, map(float, weights), strict=True)))


def fit_softmax(data: Sequence[tuple[Floats, list[int]]], *, l2: float = L2) -> Floats:
    """One weight for each column, under which the given rows of each example are likeliest.

    Maximises the mean log-probability (softmax of the scores) of those rows, less ``l2`` times the
    squared weights of standardised columns.
    """
    spread = _spread(np.vstack([rows for rows, _ in data]))
    return _newton([(rows / spread, best) for rows, best in data], l2=l2) / spread


def leave_out(
    examples: Sequence[Example], conversations: Collection[str], *, l2: float = L2
) -> SearchWeights | None:
    """Weights fitted on the questions that see none of ``conversations``; None where none is."""
    rest = [item for item in examples if item.seen.isdisjoint(conversations)]
    return fit(rest, l2=l2) if any(item.gold for item in rest) else None


def recall(
    examples: Sequence[Example], weights_of: Callable[[Example], SearchWeights], *, k: int = 10
) -> float | None:
    """The mean share, from 0 to 1, of a question's evidence turns among its first ``k``.

    Each question is ranked with the weights that are given for it. Evidence that is not among
    the candidates counts as not found. None where there is no question.
    """
    if not examples:
        return None
    return float(np.mean([_share(item, vector(weights_of(item)), k) for item in examples]))


def vector(weights: SearchWeights) -> Floats:
    """The fitted weights as an array, in the order of `FITTED`."""
    return np.array([getattr(weights, name) for name in FITTED], dtype=np.float64)


def _share(item: Example, weights: Floats, k: int) -> float:
    first = np.argsort(-(item.features @ weights), kind="stable")[:k]
    return len(set(first.tolist()) & set(item.gold)) / item.evidence


def _spread(rows: Floats) -> Floats:
    spread = rows.std(axis=0)
    # A signal that never changes tells nothing: it gets the weight 0, not 0 / 0.
    return np.where(spread > _CLOSE, spread, 1.0)


def _newton(data: Sequence[tuple[Floats, list[int]]], *, l2: float) -> Floats:
    """Newton's method with halved steps: the loss is convex, and has few unknowns."""
    weights = np.zeros(data[0][0].shape[1])
    loss = _loss(data, weights, l2)
    for _ in range(_STEPS):
        slope, bend = _derivatives(data, weights, l2)
        if float(np.abs(slope).max()) < _CLOSE:
            break
        step, size = np.linalg.solve(bend, slope), 1.0
        while (tried := _loss(data, weights - size * step, l2)) > loss and size > _LEAST_STEP:
            size /= 2
        if tried >= loss:
            break
        weights, loss = weights - size * step, tried
    return weights


def _loss(data: Sequence[tuple[Floats, list[int]]], weights: Floats, l2: float) -> float:
    total = 0.0
    for rows, gold in data:
        scores = rows @ weights
        top = scores.max()
        total += float(np.log(np.exp(scores - top).sum()) + top - scores[gold].mean())
    return total / len(data) + l2 * float(weights @ weights)


def _derivatives(
    data: Sequence[tuple[Floats, list[int]]], weights: Floats, l2: float
) -> tuple[Floats, Floats]:
    size = len(weights)
    slope, bend = np.zeros(size), np.zeros((size, size))
    for rows, gold in data:
        scores = rows @ weights
        chance = np.exp(scores - scores.max())
        chance /= chance.sum()
        mean = chance @ rows
        slope += mean - rows[gold].mean(axis=0)
        bend += (rows * chance[:, None]).T @ rows - np.outer(mean, mean)
    slope = slope / len(data) + 2 * l2 * weights
    return slope, bend / len(data) + 2 * l2 * np.eye(size)


def digest(conversations: Iterable[Conversation]) -> str:
    """Digest of conversations, one or several together, whatever they are called."""
    return conversation_digest(
        (turn.dia_id, turn.speaker, turn.text)
        for talk in conversations
        for session in talk.sessions
        for turn in session.turns
    )


def scopes_of(batch: Batch) -> Mapping[str, frozenset[str]]:
    """By digest the conversations that a fit must leave out: each alone, and all together."""
    one = {talk.conversation_id: digest([talk]) for talk in batch.conversations}
    scopes = {found: frozenset({found}) for found in one.values()}
    if len(scopes) > 1:
        scopes[digest(batch.conversations)] = frozenset(one.values())
    return scopes


def seen_by(shipped: Shipped, batch: Batch) -> HeldOutWeights:
    """Which conversations of the batch the weights were fitted on, and what ranks them instead."""
    left_out = left_out_of(batch, shipped.left_out)
    seen = shipped.left_out.keys() | set(shipped.fitted_on)
    fitted_on = {name for name, found in _digests(batch).items() if found in seen}
    if fitted_on:
        fitted_on.add(None)  # to have seen one of them is to have seen something of all
    return HeldOutWeights(left_out, frozenset(fitted_on - left_out.keys()))


def left_out_of(batch: Batch, left_out: Mapping[str, Fitted]) -> Mapping[str | None, Fitted]:
    """By conversation what was fitted without it; under None, without any of them.

    What is not in it was not part of the fit, and what ships may be used for it.
    """
    return {name: left_out[found] for name, found in _digests(batch).items() if found in left_out}


def _digests(batch: Batch) -> dict[str | None, str]:
    scopes: dict[str | None, list[Conversation]] = {
        talk.conversation_id: [talk] for talk in batch.conversations
    }
    scopes[None] = list(batch.conversations)
    return {name: digest(talks) for name, talks in scopes.items()}
