"""Labelled questions → the weights that choose an answer's words, with where they come from."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from graphmem.answering.passages import Passage
from graphmem.answering.telling.choose import Floats, choose
from graphmem.answering.telling.found import candidates, read_found
from graphmem.answering.telling.kinds import kind_of
from graphmem.answering.telling.spans import Span
from graphmem.answering.telling.weights import SIGNALS, ShippedSpanWeights, SpanWeights
from graphmem.errors import InputError
from graphmem.evaluation.answers import answer_scores
from graphmem.evaluation.cases import Batch, Case, Query
from graphmem.evaluation.ranker import Labelled
from graphmem.evaluation.train import fit_softmax
from graphmem.evaluation.weighing import digest, scopes_of
from graphmem.evaluation.writing import write_text
from graphmem.model.answer import Status
from graphmem.model.people import Participant
from graphmem.model.routing import QuestionKind
from graphmem.retrieval.question import Question

# Told in a turn's own words; of the other kinds the answer is worked out.
_SPOKEN = frozenset(
    {QuestionKind.FACT, QuestionKind.LIST, QuestionKind.WHY, QuestionKind.COMPARISON}
)
_L2 = 1e-3
_DIGITS = 4

Search = Callable[[Query], tuple[Question, Sequence[Passage], Sequence[Participant]]]


class SpanExample(NamedTuple):
    """The spans that may answer one question, spans × `SIGNALS`, and the token F1 of each.

    ``seen`` are digests of the conversations that it was asked of.
    """

    seen: frozenset[str]
    spans: tuple[Span, ...]
    rows: Floats
    f1: Floats


class SpanExamples(NamedTuple):
    """Examples, and by digest the conversations whose questions a left-out fit must not see."""

    examples: tuple[SpanExample, ...]
    scopes: Mapping[str, frozenset[str]]


def gather_spans(batch: Batch, search: Search) -> SpanExamples:
    """Every question of a batch that is answered in a turn's own words.

    ``search`` gives the question as read, its passages, ranked with weights that have not seen its
    conversation, and those who take part. Questions to be refused teach nothing.
    """
    one = {talk.conversation_id: digest([talk]) for talk in batch.conversations}
    every = frozenset(one.values())
    examples = []
    for case in batch.cases:
        query, gold = case.query, case.gold
        if gold.expected is not Status.ANSWERED or not gold.answer:
            continue
        if kind_of(query.question) not in _SPOKEN:
            continue
        seen = every if query.conversation is None else frozenset({one[query.conversation]})
        example = _example(case, search(query), seen)
        if example is not None:
            examples.append(example)
    return SpanExamples(tuple(examples), scopes_of(batch))


def _example(
    case: Case,
    found: tuple[Question, Sequence[Passage], Sequence[Participant]],
    seen: frozenset[str],
) -> SpanExample | None:
    spans, rows = candidates(read_found(*found))
    if not spans:
        return None
    f1 = [answer_scores(Status.ANSWERED, span.text, case.gold)["f1"] for span in spans]
    return SpanExample(seen, tuple(spans), rows, np.array(f1, dtype=np.float64))


def fit_spans(examples: Iterable[SpanExample]) -> SpanWeights:
    """The weights under which the spans of the best F1 are likeliest; one optimum.

    Questions of which no span has a word in common with the answer teach nothing; `InputError`
    where none is left.
    """
    data = [
        (item.rows, np.flatnonzero(item.f1 == item.f1.max()).tolist())
        for item in examples
        if item.f1.max() > 0
    ]
    if not data:
        raise InputError(
            "No question has a word of its answer in what was found.",
            next_step="Give labelled questions with answers in the words of the conversations.",
        )
    weights = fit_softmax(data, l2=_L2)
    return SpanWeights(
        **{name: round(float(value), _DIGITS) for name, value in zip(SIGNALS, weights, strict=True)}
    )


def fit_teller(
    gathered: Sequence[SpanExamples], files: Sequence[Labelled], *, date: str
) -> ShippedSpanWeights:
    """Fit on everything, and once more without each conversation in turn.

    ``f1`` in the origin is of the chosen span, in percent: ``left_out`` with weights that have not
    seen its conversation, ``seen`` with the final ones.
    """
    examples = [item for some in gathered for item in some.examples]
    scopes = {name: seen for some in gathered for name, seen in some.scopes.items()}
    weights = fit_spans(examples)
    apart: dict[str, SpanWeights] = {}
    for name, hidden in scopes.items():
        rest = [item for item in examples if item.seen.isdisjoint(hidden)]
        if len(rest) < len(examples) and any(item.f1.max() > 0 for item in rest):
            apart[name] = fit_spans(rest)
    by_seen = {seen: apart[name] for name, seen in scopes.items() if name in apart}
    held_out = [item for item in examples if item.seen in by_seen]
    origin: dict[str, Any] = {
        "files": [file.model_dump() for file in files],
        "questions": len(examples),
        "date": date,
        "f1": {
            "left_out": _f1([(item, by_seen[item.seen]) for item in held_out]),
            "seen": _f1([(item, weights) for item in examples]),
        },
    }
    return ShippedSpanWeights(origin=origin, weights=weights, left_out=apart)


def write_teller(shipped: ShippedSpanWeights, file: Path) -> None:
    """Write weights as `graphmem.answering.telling.weights` reads them."""
    text = json.dumps(shipped.model_dump(mode="json"), indent=1)
    write_text(file, text + "\n")


def _f1(weighed: Sequence[tuple[SpanExample, SpanWeights]]) -> float:
    """The mean F1, in percent, of the span that the weights choose."""
    if not weighed:
        return 0.0
    scores = []
    for item, weights in weighed:
        first = choose(item.spans, item.rows @ weights.vector())[0].span
        scores.append(float(item.f1[item.spans.index(first)]))
    return round(100.0 * sum(scores) / len(scores), 2)
