"""The whole of a file through a language model that fails now and then: is anything lost?

`python -m benchmarks.llm_path FILE --space S` starts a model on loopback that reads as the rules do
and, at every fifth request, does something wrong: 429, 500, a cut-off answer, a dropped
connection, silence, another speaker. It ingests FILE with it and prints who read how much; then
`python -m benchmarks.attribution FILE --space S` shows the same figures as for the rules.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import SecretStr

from graphmem.agents.merge_judge import MergeVerdict
from graphmem.memory import Memory
from graphmem.model.decision import Verdict
from graphmem.testing import (
    ChatRequest,
    LoopbackModel,
    Reply,
    answers,
    cut_off,
    every,
    extracts,
    fails,
    hangs_up,
    rate_limited,
    slowly,
    with_wrong_speaker,
)

_TIMEOUT = 20.0
_READ_BY = """
MATCH (:Session {space: $space})-[:HAS_CHUNK]->(chunk:Chunk)
RETURN chunk.extracted_by, count(*) AS chunks
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--space", required=True)
    asked = parser.parse_args()
    with LoopbackModel(respond) as server:
        settings: dict[str, Any] = {
            "llm_model": "openai/loopback",
            "llm_api_base": server.base_url,
            "llm_api_key": SecretStr("none"),
            "llm_attempts": 2,
            "llm_timeout": _TIMEOUT,
        }
        with Memory(space=asked.space, **settings) as memory:
            receipt = memory.ingest(asked.file)
            read_by = memory.cypher(_READ_BY, parameters={"space": asked.space}).rows
        requests = len(server.requests)
    workspace, reconciled = receipt.workspace, receipt.reconciled
    assert workspace is not None
    assert reconciled is not None
    notes = Counter(note.partition("since ")[2][:60] for note in workspace.notes)
    refused = Counter(item.reason.partition("'")[0] for item in workspace.rejected)
    figures = {
        "turns_stored": receipt.turns_stored,
        "sessions": workspace.sessions,
        "sessions_pending": workspace.sessions_pending,
        "chunks_read_by": dict(read_by),
        "answers": workspace.answers,
        "requests": requests,
        "usage": workspace.usage.model_dump() if workspace.usage else None,
        "usage_of_the_judge": reconciled.usage.model_dump() if reconciled.usage else None,
        "notes": dict(notes.most_common()),
        "rejected": dict(refused.most_common(10)),
        "merges": reconciled.merges,
        "undecided": reconciled.undecided,
    }
    print(json.dumps(figures, indent=2))


_WELL = extracts()
_BADLY = (
    rate_limited(0),
    fails(500),
    cut_off(_WELL),
    hangs_up(),
    slowly(answers("{}"), _TIMEOUT * 1.5),
    with_wrong_speaker(_WELL),
)
_SEPARATE = answers(MergeVerdict(verdict=Verdict.SEPARATE, confidence=0.9, reason="Not shown."))


class _Cycle:
    """Each of the ways to fail, in turn."""

    def __init__(self) -> None:
        self._seen = 0
        self._lock = Lock()

    def __call__(self, request: ChatRequest) -> Reply:
        with self._lock:
            way = _BADLY[self._seen % len(_BADLY)]
            self._seen += 1
        return way(request)


_READER = every(5, _Cycle(), otherwise=_WELL)


def respond(request: ChatRequest) -> Reply:
    if request.texts("user")[0].startswith("First:"):
        return _SEPARATE(request)
    return _READER(request)


if __name__ == "__main__":
    main()
