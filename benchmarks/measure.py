"""Ratios to encoding alone, each pair measured in turn, so that a busy machine slows both."""

import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from benchmarks.workload import Workload
from graphmem.adapters.encoder import SentenceEncoder
from graphmem.memory import Memory
from graphmem.settings import Settings

_PAIRS = 3
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
    """Search in a space of all the workload over encoding one question, measured in turn, warm."""
    step = max(1, len(workload.questions) // (_SEARCHES + _WARM_UP))
    questions = workload.questions[::step][: _SEARCHES + _WARM_UP]
    encode_ms, search_ms, paths = [], [], []
    space = settings.model_copy(update={"space": "search"})
    with Memory(space, encoder=encoder) as memory:
        memory.ingest(*workload.conversations, record_only=True)
        for question in questions:
            begun = time.perf_counter()
            plain_encode(encoder, [question], 1)
            middle = time.perf_counter()
            found = memory.search(question)
            ended = time.perf_counter()
            encode_ms.append((middle - begun) * 1_000)
            search_ms.append((ended - middle) * 1_000)
            paths.append(found.milliseconds)
    encode_ms, search_ms, paths = encode_ms[_WARM_UP:], search_ms[_WARM_UP:], paths[_WARM_UP:]
    return {
        "search_p50_over_encode_one": round(median(search_ms) / median(encode_ms), 3),
        "search_ms": {
            "encode_one_p50": round(median(encode_ms), 2),
            "search_p50": round(median(search_ms), 2),
            "search_p95": round(sorted(search_ms)[int(0.95 * len(search_ms))], 2),
            **{
                f"path_{name}_p50": round(median(path[name] for path in paths), 2)
                for name in paths[0]
            },
        },
    }


def plain_encode(encoder: SentenceEncoder, texts: Sequence[str], batch_size: int) -> None:
    """sentence-transformers as anybody would call it."""
    encoder.network.encode(list(texts), batch_size=batch_size, show_progress_bar=False)
