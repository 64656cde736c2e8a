"""Fits the ranker on labelled files, each read in a space of its own."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.adapters.encoder import Encoder
from graphmem.evaluation.cases import Batch, Case
from graphmem.evaluation.metrics import DEPTH, mean_percent
from graphmem.evaluation.provenance import file_digest, write_text
from graphmem.evaluation.question_runner import Subject, last_turn
from graphmem.evaluation.readers import READERS, benchmark_of
from graphmem.evaluation.spaces import opener
from graphmem.evaluation.train import Example, digest, features, fit, leave_out, recall, scopes_of
from graphmem.model.base import Frozen
from graphmem.model.progress import Progress, silent
from graphmem.model.search import FITTED, SearchOptions, SearchResult, SearchWeights
from graphmem.retrieval.weights import Shipped, read_weights
from graphmem.settings import Settings

_DIGITS = 4
_RECALLS = (5, 10)


class Labelled(Frozen):
    """A file that was fitted on."""

    name: str
    sha256: str
    conversations: int
    questions: int


class Gathered(NamedTuple):
    """Examples, and by digest the conversations whose questions a left-out fit must not see.

    Questions that gave no example are counted: ``to_refuse``, and ``bare`` of valid evidence.
    """

    examples: tuple[Example, ...]
    scopes: Mapping[str, frozenset[str]]
    to_refuse: int = 0
    bare: int = 0


def gather(
    batch: Batch, subject: Subject, base: SearchWeights, *, progress: Progress = silent
) -> Gathered:
    """Search every question that has an answer and evidence, and keep each candidate's signals.

    ``base`` ranks meanwhile, which changes no signal. Questions to be refused teach nothing: their
    turns are a trap.
    """
    options = SearchOptions(weights=base)
    last = last_turn(batch)
    one = {talk.conversation_id: digest([talk]) for talk in batch.conversations}
    every = frozenset(one.values())
    examples = []
    answerable = [case for case in batch.cases if not case.gold.adversarial]
    cases = [case for case in answerable if case.gold.evidence]
    for done, case in enumerate(cases, 1):
        scope = case.query.conversation
        result = subject.search(
            case.query.question,
            limit=DEPTH,
            conversation=scope,
            now=case.query.asked_at or last(scope),
            options=options,
            explain=True,
        )
        seen = every if scope is None else frozenset({one[scope]})
        examples.append(_example(case, result, seen))
        progress("questions", done, len(cases))
    return Gathered(
        tuple(examples),
        scopes_of(batch),
        to_refuse=len(batch.cases) - len(answerable),
        bare=len(answerable) - len(cases),
    )


def _example(case: Case, result: SearchResult, seen: frozenset[str]) -> Example:
    candidates = result.trace.candidates if result.trace else ()
    places = {item.turn_id: place for place, item in enumerate(candidates)}
    return Example(
        seen=seen,
        features=features([item.values for item in candidates]),
        gold=tuple(places[turn_id] for turn_id in case.gold.evidence if turn_id in places),
        evidence=len(case.gold.evidence),
    )


def fit_ranker(
    gathered: Sequence[Gathered],
    base: SearchWeights,
    files: Sequence[Labelled],
    *,
    date: str,
    progress: Progress = silent,
) -> Shipped:
    """Fit the fifteen weights on everything, and once more without each conversation in turn.

    ``base`` gives the weights that are not fitted; ``date`` is of the fit.
    The recall in its origin is of the candidates, in percent: ``left_out`` ranks each question
    with weights that have not seen its conversation, ``seen`` with the final ones. It is None
    where no question can be ranked so: without a conversation's questions nothing may be left.
    """
    examples = [item for some in gathered for item in some.examples]
    scopes = {name: seen for some in gathered for name, seen in some.scopes.items()}
    weights = _rounded(fit(examples), base)
    used = frozenset(name for item in examples for name in item.seen)
    fitted_on = tuple(name for name, seen in scopes.items() if not seen.isdisjoint(used))
    apart: dict[str, SearchWeights] = {}
    progress("fits", 1, 1 + len(fitted_on))
    for done, name in enumerate(fitted_on, 2):
        if (fitted := leave_out(examples, scopes[name])) is not None:
            apart[name] = _rounded(fitted, base)
        progress("fits", done, 1 + len(fitted_on))
    by_seen = {seen: apart[name] for name, seen in scopes.items() if name in apart}
    held_out = [item for item in examples if item.seen in by_seen]
    origin: dict[str, Any] = {
        "files": [file.model_dump() for file in files],
        "questions": len(examples),
        "questions_to_be_refused": sum(some.to_refuse for some in gathered),
        "questions_without_valid_evidence": sum(some.bare for some in gathered),
        "questions_without_evidence_among_candidates": sum(not item.gold for item in examples),
        "date": date,
        "recall": {
            "left_out": _recalls(held_out, lambda item: by_seen[item.seen]),
            "seen": _recalls(examples, lambda _: weights),
        },
    }
    return Shipped(origin=origin, weights=weights, left_out=apart, fitted_on=fitted_on)


def _recalls(
    examples: Sequence[Example], weights_of: Callable[[Example], SearchWeights]
) -> dict[str, float | None]:
    found = {str(k): recall(examples, weights_of, k=k) for k in _RECALLS}
    return {k: None if share is None else mean_percent([share]) for k, share in found.items()}


def write_weights(shipped: Shipped, file: Path) -> None:
    """Write weights as `graphmem.retrieval.weights.read_weights` reads them.

    Raises `InputError` where the file cannot be written.
    """
    text = json.dumps(shipped.model_dump(mode="json"), indent=1)
    write_text(file, text + "\n")


def together(gathered: Iterable[Gathered]) -> Gathered:
    """Several batches of one file as one."""
    kept = list(gathered)
    return Gathered(
        tuple(item for some in kept for item in some.examples),
        {name: seen for some in kept for name, seen in some.scopes.items()},
        to_refuse=sum(some.to_refuse for some in kept),
        bare=sum(some.bare for some in kept),
    )


def _rounded(fitted: SearchWeights, base: SearchWeights) -> SearchWeights:
    return base.model_copy(update={name: round(getattr(fitted, name), _DIGITS) for name in FITTED})


def fit_files(
    files: Sequence[Path],
    settings: Settings,
    encoder: Encoder | None,
    *,
    date: str,
    keep: bool = False,
    progress: Progress = silent,
) -> Shipped:
    """Fit the ranker on labelled files in LoCoMo's, LongMemEval's or the sample's format.

    Weights that are not fitted stay as the settings have them. ``keep`` leaves the spaces.
    Raises `InputError` where a file is not what it should be, before anything is ingested.
    """
    base = read_weights(settings.weights).weights
    gathered: list[Gathered] = []
    labelled: list[Labelled] = []
    known = [(file, benchmark_of(file), file_digest(file)) for file in files]
    for file, benchmark, found in known:
        open_batch = opener(
            settings,
            encoder,
            benchmark=benchmark,
            data_digest=found,
            keep=keep,
            progress=progress,
        )
        parts: list[Gathered] = []
        conversations = 0
        for batch in READERS[benchmark](file):
            if not batch.cases:
                continue
            with open_batch(batch) as (memory, _):
                parts.append(gather(batch, memory, base, progress=progress))
            conversations += len(batch.conversations)
        of_file = together(parts)
        gathered.append(of_file)
        labelled.append(
            Labelled(
                name=file.name,
                sha256=found,
                conversations=conversations,
                questions=len(of_file.examples),
            )
        )
    return fit_ranker(gathered, base, labelled, date=date, progress=progress)
