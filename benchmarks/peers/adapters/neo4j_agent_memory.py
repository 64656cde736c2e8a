"""neo4j-agent-memory: short-term memory, a message a turn; scoped by session or by metadata."""

import asyncio
import os
from pathlib import Path
from typing import Any

from neo4j_agent_memory import (
    ExtractionConfig,
    ExtractorType,
    MemoryClient,
    MemorySettings,
    Neo4jConfig,
)
from pydantic import SecretStr


class _Embedder:
    dimensions = 384

    def __init__(self, encoder: Any) -> None:
        self._encoder = encoder

    async def embed(self, text: str) -> list[float]:
        return self._encoder.encode([text])[0]

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        return self._encoder.encode(texts)


class Memory:
    def __init__(self, encoder: Any, folder: Path, variant: str) -> None:
        self._loop, self._by_metadata = asyncio.new_event_loop(), variant == "metadata"
        server = Neo4jConfig(
            uri=os.environ["NEO4J_URI"],
            username=os.environ["NEO4J_USERNAME"],
            password=SecretStr(os.environ["NEO4J_PASSWORD"]),
        )
        self._client = MemoryClient(
            MemorySettings(
                neo4j=server, extraction=ExtractionConfig(extractor_type=ExtractorType.NONE)
            ),
            embedder=_Embedder(encoder),
        )
        self._loop.run_until_complete(self._client.connect())

    def ingest(self, turns: list[dict[str, str]]) -> None:
        messages = [
            {
                "role": "user",
                "content": turn["content"],
                "timestamp": turn["at"],
                "metadata": {key: turn[key] for key in ("id", "conversation", "speaker")},
            }
            for turn in turns
        ]
        self._loop.run_until_complete(
            self._client.short_term.add_messages_batch(turns[0]["conversation"], messages)
        )

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        scope: dict[str, Any] = (
            {"metadata_filters": {"conversation": conversation}}
            if self._by_metadata
            else {"session_id": conversation}
        )
        found = self._loop.run_until_complete(
            self._client.short_term.search_messages(question, limit=k, threshold=0.0, **scope)
        )
        return [message.metadata["id"] for message in found]

    def close(self) -> None:
        self._loop.run_until_complete(self._client.close())
