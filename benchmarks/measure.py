"""Ratios to encoding alone, each pair measured in turn, so that a busy machine slows both.

Encoding alone is sentence-transformers as anybody would call it, whatever runs the model in
graphmem; what the encoder of graphmem takes for the same texts is told beside it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from benchmarks.workload import Asked, Workload
from graphmem.adapters.encoder import Encoder
from graphmem.adapters.sentence_models import SentenceEncoder
from graphmem.memory import Memory
from graphmem.model.search import BASE_PATHS, SearchOptions, SearchResult
from graphmem.settings import Settings

_PAIRS = 3


_OPTIONS = {
    "search": SearchOptions(paths=BASE_PATHS),
    "search_everything": SearchOptions(),
}
_MEASURED = ("search", "ask", "ask_without_conversation")
_QUESTIONS = 300  # of each; the first half warms up what the server compiles as it goes


class Encoders(NamedTuple):
    """The same model on two runtimes: alone, as the measure, and as graphmem runs it."""

    plain: SentenceEncoder
    own: Encoder


def ingest_over_encode(
    settings: Settings, encoders: Encoders, workload: Workload
) -> dict[str, Any]:
    """Record-only ingest into a new space over encoding the same texts with the same batches."""
    ratios, encoded, own, ingested, stages = [], [], [], [], []
    for pair in range(_PAIRS):
        begun = time.perf_counter()
        plain_encode(encoders.plain, workload.texts, settings.embedding_batch_size)
        encoded.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        encoders.own.encode(workload.texts)
        own.append(time.perf_counter() - begun)
        space = settings.model_copy(update={"space": f"ingest-{pair}"})
        with Memory(space, encoder=encoders.own) as memory:
            begun = time.perf_counter()
            receipt = memory.ingest(*workload.conversations, record_only=True)
            ingested.append(time.perf_counter() - begun)
            assert receipt.turns_stored == len(workload.texts)
        ratios.append(ingested[-1] / encoded[-1])
        stages.append(receipt.seconds.model_dump())
    return {
        "ingest_over_encode": round(median(ratios), 3),
        "ingest_pairs": {
            "ratios": [round(ratio, 3) for ratio in ratios],
            "encode_seconds": [round(seconds, 2) for seconds in encoded],
            "own_encode_seconds": [round(seconds, 2) for seconds in own],
            "ingest_seconds": [round(seconds, 2) for seconds in ingested],
            "stages_seconds": {
                name: round(median(stage[name] for stage in stages), 2) for name in stages[0]
            },
        },
    }


def one_over_encode_one(
    settings: Settings, encoders: Encoders, workload: Workload
) -> dict[str, Any]:
    """Search and ask in a space of all the workload over encoding one question, in turn, warm.

    Search in everything, once on the base paths, once with every path but expansion and reranking;
    ask by rules, once in the question's conversation, once in everything. No question is both, so
    that encoding it counts.
    """
    space = settings.model_copy(update={"space": "search"})
    searched, asked, asked_of_all = (
        _some(workload.questions[first::3]) for first in range(len(_MEASURED))
    )
    with Memory(space, encoder=encoders.own) as memory:
        memory.ingest(*workload.conversations)
        timed = (
            _in_turn(
                encoders,
                searched,
                {name: partial(_search, memory, options) for name, options in _OPTIONS.items()},
            ),
            _in_turn(
                encoders,
                asked,
                {"ask": lambda one: memory.ask(one.text, conversation=one.conversation)},
            ),
            _in_turn(
                encoders,
                asked_of_all,
                {"ask_without_conversation": lambda one: memory.ask(one.text)},
            ),
        )
    return {
        **{
            f"{name}_p50_over_encode_one": round(median(spent) / median(pair.encode), 3)
            for pair in timed
            for name, spent in pair.spent.items()
        },
        **{
            f"{measured}_ms": {
                "encode_one_p50": round(median(pair.encode), 2),
                "own_encode_one_p50": round(median(pair.own), 2),
                **{name: _told(spent, pair.results[name]) for name, spent in pair.spent.items()},
            }
            for measured, pair in zip(_MEASURED, timed, strict=True)
        },
    }


def _search(memory: Memory, options: SearchOptions, asked: Asked) -> SearchResult:
    return memory.search(asked.text, options=options)


class _Timed(NamedTuple):
    """Milliseconds of each question after the warm-up, and what each call gave."""

    encode: list[float]
    own: list[float]
    spent: dict[str, list[float]]
    results: dict[str, list[Any]]


def _in_turn(
    encoders: Encoders,
    questions: Sequence[Asked],
    calls: Mapping[str, Callable[[Asked], Any]],
) -> _Timed:
    """For each question encode it on both runtimes, then make every call with it."""
    timed = _Timed([], [], {name: [] for name in calls}, {name: [] for name in calls})
    for question in questions:
        begun = time.perf_counter()
        plain_encode(encoders.plain, [question.text], 1)
        timed.encode.append((time.perf_counter() - begun) * 1_000)
        begun = time.perf_counter()
        encoders.own.encode([question.text])
        timed.own.append((time.perf_counter() - begun) * 1_000)
        for name, call in calls.items():
            begun = time.perf_counter()
            timed.results[name].append(call(question))
            timed.spent[name].append((time.perf_counter() - begun) * 1_000)
    for values in (timed.encode, timed.own, *timed.spent.values(), *timed.results.values()):
        del values[: len(questions) // 2]
    return timed


def _some(questions: Sequence[Asked]) -> Sequence[Asked]:
    """Questions from all over the workload; the first half of them warms up."""
    step = max(1, len(questions) // _QUESTIONS)
    return questions[::step][:_QUESTIONS]


def _told(milliseconds: Sequence[float], results: Sequence[Any]) -> dict[str, float]:
    spent = sorted(milliseconds)
    phases = [one.milliseconds for one in results if isinstance(one, SearchResult)]
    names = dict.fromkeys(name for phase in phases for name in phase)
    return {
        "p50": round(median(spent), 2),
        "p95": round(spent[int(0.95 * len(spent))], 2),
        **{
            f"{name}_p50": round(median(phase[name] for phase in phases if name in phase), 2)
            for name in names
        },
    }


def plain_encode(encoder: SentenceEncoder, texts: Sequence[str], batch_size: int) -> None:
    """sentence-transformers as anybody would call it."""
    encoder.network.encode(list(texts), batch_size=batch_size, show_progress_bar=False)
