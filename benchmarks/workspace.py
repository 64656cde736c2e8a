"""What extraction and reconciliation by rules cost, over encoding the turns they read."""

import time
from statistics import median
from typing import Any

from benchmarks.measure import Encoders, plain_encode
from benchmarks.workload import Workload
from graphmem.memory import Memory
from graphmem.settings import Settings

_PAIRS = 3
_RELATIONSHIPS = """
MATCH ({space: $space})-[r]->() RETURN type(r) AS type, count(*) AS count ORDER BY count DESC, type
"""


def workspace_over_encode(
    settings: Settings, encoders: Encoders, workload: Workload
) -> dict[str, Any]:
    """Rules, checks, writes and reconciliation over plain encoding of the same turns.

    The encoding of new texts (answers, questions, names, profiles) is told apart.
    """
    ratios, encoded, worked, new_texts, stages = [], [], [], [], []
    relationships: dict[str, int] = {}
    for pair in range(_PAIRS):
        begun = time.perf_counter()
        plain_encode(encoders.plain, workload.texts, settings.embedding_batch_size)
        encoded.append(time.perf_counter() - begun)
        space = settings.model_copy(update={"space": f"workspace-{pair}"})
        with Memory(space, encoder=encoders.own) as memory:
            memory.ingest(*workload.conversations, record_only=True)
            seconds = memory.ingest().seconds
            table = memory.cypher(_RELATIONSHIPS, parameters={"space": memory.space})
            relationships = dict(table.rows)
        worked.append(seconds.extract + seconds.store + seconds.reconcile)
        new_texts.append(seconds.encode_texts)
        ratios.append(worked[-1] / encoded[-1])
        stages.append(seconds)
    return {
        "workspace_over_encode": round(median(ratios), 3),
        "workspace_pairs": {
            "ratios": [round(ratio, 3) for ratio in ratios],
            "encode_seconds": [round(seconds, 2) for seconds in encoded],
            "workspace_seconds": [round(seconds, 2) for seconds in worked],
            "encode_new_texts_seconds": [round(seconds, 2) for seconds in new_texts],
            "stages_seconds": {
                name: round(median(getattr(stage, name) for stage in stages), 2)
                for name in ("extract", "store", "reconcile", "encode_texts")
            },
        },
        "relationships": relationships,
    }
