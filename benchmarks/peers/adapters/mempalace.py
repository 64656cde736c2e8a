"""MemPalace: a drawer a turn, the conversation its wing; candidates by vector, or by words too."""

import os
from pathlib import Path
from typing import Any


class Memory:
    def __init__(self, encoder: Any, folder: Path, variant: str) -> None:
        # Its own way of running MiniLM downloads it; this is the other that it documents.
        os.environ |= {
            "HOME": str(folder),
            "MEMPALACE_EMBEDDING_MODEL": "openai-compat",
            "MEMPALACE_EMBEDDING_API_URL": os.environ["PEER_EMBEDDINGS"],
            "MEMPALACE_EMBEDDING_API_MODEL": "all-MiniLM-L6-v2",
            "ANONYMIZED_TELEMETRY": "False",
        }
        self._turns: dict[str, str] = {}
        self._palace, self._strategy = str(folder / "palace"), variant or "vector"

    def ingest(self, turns: list[dict[str, str]]) -> None:
        from mempalace.palace import get_collection

        self._turns |= {_file(turn): turn["id"] for turn in turns}
        drawers = get_collection(self._palace)
        for begin in range(0, len(turns), 100):
            part = turns[begin : begin + 100]
            drawers.upsert(
                ids=[_file(turn) for turn in part],
                documents=[turn["content"] for turn in part],
                metadatas=[
                    {
                        "wing": turn["conversation"],
                        "room": turn["session"],
                        "source_file": _file(turn),
                        "filed_at": turn["at"],
                    }
                    for turn in part
                ],
            )

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        from mempalace.searcher import search_memories

        found = search_memories(
            question,
            self._palace,
            wing=conversation,
            n_results=k,
            candidate_strategy=self._strategy,
        )
        if "error" in found:
            raise RuntimeError(found["error"])
        return [self._turns[one["source_file"]] for one in found["results"]]


def _file(turn: dict[str, str]) -> str:
    # A result tells the last part of a path alone.
    return turn["id"].replace("/", "_")
