"""Labelled questions → the weights of the verifier, with its threshold and where they come from."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import read_claim
from graphmem.answering.verification.signals import measure
from graphmem.answering.verification.weights import ShippedVerifier
from graphmem.evaluation.cases import Batch, Case, speakers_of
from graphmem.evaluation.ranker import Labelled
from graphmem.evaluation.refusals import Doubted, Fault, fault_of, refusing_at, refusing_curve
from graphmem.evaluation.verifier_train import (
    ALLOWED,
    Example,
    Held,
    fit_both,
    fit_weights,
    left_out,
    tells,
    unlike,
)
from graphmem.evaluation.weighing import digest
from graphmem.evaluation.writing import write_text
from graphmem.model.answer import Status
from graphmem.model.people import Participant
from graphmem.retrieval.question import Question


class Asked(NamedTuple):
    """A labelled question, read, with what was found for it, and against whom it was read."""

    case: Case
    question: Question
    passages: Sequence[Passage]
    participants: Sequence[Participant]


def examples_of(batch: Batch, asked: Iterable[Asked]) -> list[Example]:
    """The signals and the fault of each question for which anything was found.

    Where one should ask back, nothing is to be learned of refusing.
    """
    one = {talk.conversation_id: digest([talk]) for talk in batch.conversations}
    speakers = speakers_of(batch.conversations)
    found = []
    for item in asked:
        claim = read_claim(item.question, item.participants)
        measured = measure(claim, item.passages)
        gold, scope = item.case.gold, item.case.query.conversation
        if measured is None or gold.expected is Status.NEEDS_CLARIFICATION:
            continue
        named = {name for person in claim.people for name in person.names}
        seen = frozenset(one.values()) if scope is None else frozenset({one[scope]})
        found.append(Example(seen, fault_of(gold, named, speakers), measured.signals))
    return found


def fit_verifier(
    files: Sequence[tuple[Labelled, Sequence[Example]]],
    scopes: Mapping[str, frozenset[str]],
    *,
    date: str,
) -> ShippedVerifier:
    """Fit on everything, and once more without the conversations of each of ``scopes``.

    ``scopes`` are by digest, as `graphmem.evaluation.weighing.scopes_of` gives them. The origin
    tells by file what is refused, each question by weights that have not seen its conversation.
    """
    examples = [item for _, some in files for item in some]
    apart = {}
    for name, seen in scopes.items():
        rest = unlike(examples, seen)
        if len(rest) < len(examples) and tells(rest):
            apart[name] = fit_weights(rest)
    ruled = list(left_out(examples, fit_weights))
    bare = list(left_out(examples, lambda rest: fit_both(rest, form=False)))
    origin: dict[str, Any] = {
        "files": [file.model_dump() for file, _ in files],
        "questions": len(examples),
        "to_be_refused": sum(item.fault is not Fault.NONE for item in examples),
        "date": date,
        "allowed": ALLOWED,
        "left_out": {file.name: _refused(ruled, bare, some) for file, some in files},
    }
    return ShippedVerifier(origin=origin, weights=fit_weights(examples), left_out=apart)


def _refused(
    ruled: Sequence[Held], bare: Sequence[Held], examples: Sequence[Example]
) -> dict[str, Any]:
    """What is refused of one file's questions, in percent.

    By the thresholds that were fitted without each, and at thresholds chosen on these very
    questions, with and without the signals that tell of the question alone.
    """
    seen = frozenset().union(*(item.seen for item in examples))
    of_file = [one for one in ruled if one.example.seen <= seen]
    by_threshold = [
        Doubted(fault=one.example.fault, doubt=float(one.doubt > one.threshold)) for one in of_file
    ]
    return {
        "at_fitted_thresholds": refusing_at(by_threshold, 0.5).model_dump(
            exclude={"allowed", "threshold"}
        ),
        "curve": _curve(of_file),
        "curve_without_form": _curve([one for one in bare if one.example.seen <= seen]),
    }


def _curve(held: Sequence[Held]) -> list[dict[str, Any]]:
    doubted = [Doubted(fault=one.example.fault, doubt=one.doubt) for one in held]
    return [item.model_dump() for item in refusing_curve(doubted)]


def write_verifier(shipped: ShippedVerifier, file: Path) -> None:
    """Write weights as `graphmem.answering.verification.weights.read_verifier` reads them."""
    text = json.dumps(shipped.model_dump(mode="json"), indent=1)
    write_text(file, text + "\n")
