"""mem0, open source: a memory a turn, ``infer=False``, local Qdrant, a user a conversation."""

import os
from pathlib import Path
from typing import Any

os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none"}

from langchain.embeddings.base import Embeddings
from mem0 import Memory as Mem0


class _Embeddings(Embeddings):
    def __init__(self, encoder: Any) -> None:
        self._encoder = encoder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._encoder.encode(texts)

    def embed_query(self, text: str) -> list[float]:
        return self._encoder.encode([text])[0]


class Memory:
    def __init__(self, encoder: Any, folder: Path, variant: str) -> None:
        store = {"path": str(folder / "qdrant"), "embedding_model_dims": 384, "on_disk": True}
        self._memory = Mem0.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": {"provider": "langchain", "config": {"model": _Embeddings(encoder)}},
                "history_db_path": str(folder / "history.db"),
            }
        )

    def ingest(self, turns: list[dict[str, str]]) -> None:
        for turn in turns:
            self._memory.add(
                [{"role": "user", "name": turn["speaker"], "content": turn["content"]}],
                user_id=turn["conversation"],
                metadata={"turn": turn["id"], "at": turn["at"]},
                infer=False,
            )

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        # A threshold would only leave places empty.
        found = self._memory.search(
            question, top_k=k, filters={"user_id": conversation}, threshold=0.0
        )
        return [one["metadata"]["turn"] for one in found["results"]]
