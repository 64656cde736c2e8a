"""Ratios to encoding alone, each pair measured in turn, so that a busy machine slows both."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.workload import Workload
from graphmem.adapters.encoder import SentenceEncoder
from graphmem.memory import Memory
from graphmem.model.search import BASE_PATHS, SearchOptions
from graphmem.settings import Settings

_PAIRS = 3
_OPTIONS = {
    "search_p50_over_encode_one": SearchOptions(paths=BASE_PATHS),
    "search_everything_p50_over_encode_one": SearchOptions(),
}
_SEARCHES = 300
_WARM_UP = 300  # the server compiles its busiest code only after some hundred searches


def ingest_over_encode(
    settings: Settings, encoder: SentenceEncoder, workload: Workload
) -> dict[str, Any]:
    """Record-only ingest into a new space over encoding the same texts with the same batches."""
    ratios, encoded, ingested, stages = [], [], [], []
    for pair in range(_PAIRS):
        begun = time.perf_counter()
        plain_encode(encoder, workload.texts, settings.embedding_batch_size)
        encoded.append(time.perf_counter() - begun)
        space = settings.model_copy(update={"space": f"ingest-{pair}"})
        with Memory(space, encoder=encoder) as memory:
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
            "ingest_seconds": [round(seconds, 2) for seconds in ingested],
            "stages_seconds": {
                name: round(median(stage[name] for stage in stages), 2) for name in stages[0]
            },
        },
    }


def search_over_encode_one(
    settings: Settings, encoder: SentenceEncoder, workload: Workload
) -> dict[str, Any]:
    """Search and ask in a space of all the workload over encoding one question, in turn, warm.

    Search once on the base paths, once with every path but expansion and reranking.
    """
    step = max(1, len(workload.questions) // (_SEARCHES + _WARM_UP))
    questions = workload.questions[::step][: _SEARCHES + _WARM_UP]
    encode_ms: list[float] = []
    searches = {name: _Searches() for name in _OPTIONS}
    ask_ms: list[float] = []
    space = settings.model_copy(update={"space": "search"})
    with Memory(space, encoder=encoder) as memory:
        memory.ingest(*workload.conversations)
        for question in questions:
            begun = time.perf_counter()
            plain_encode(encoder, [question], 1)
            encode_ms.append((time.perf_counter() - begun) * 1_000)
            for name, options in _OPTIONS.items():
                begun = time.perf_counter()
                found = memory.search(question, options=options)
                spent = (time.perf_counter() - begun) * 1_000
                searches[name].milliseconds.append(spent)
                searches[name].phases.append(found.milliseconds)
            begun = time.perf_counter()
            memory.ask(question)
            ask_ms.append((time.perf_counter() - begun) * 1_000)
    encode_p50 = median(encode_ms[_WARM_UP:])
    ask_p50 = median(ask_ms[_WARM_UP:])
    return {
        "ask_p50_over_encode_one": round(ask_p50 / encode_p50, 3),
        **{
            name: round(median(found.milliseconds[_WARM_UP:]) / encode_p50, 3)
            for name, found in searches.items()
        },
        "search_ms": {
            "encode_one_p50": round(encode_p50, 2),
            "ask_p50": round(ask_p50, 2),
            **{name: found.told() for name, found in searches.items()},
        },
    }


@dataclass
class _Searches:
    milliseconds: list[float] = field(default_factory=list)
    phases: list[Mapping[str, float]] = field(default_factory=list)

    def told(self) -> dict[str, float]:
        spent, phases = sorted(self.milliseconds[_WARM_UP:]), self.phases[_WARM_UP:]
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
