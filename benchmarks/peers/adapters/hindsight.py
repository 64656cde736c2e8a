"""Hindsight without a language model: a document a turn, a bank a conversation, ranked by RRF."""

import asyncio
import json
import os
import shutil
import subprocess
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

import pg0


class Memory:
    def __init__(self, encoder: Any, folder: Path, variant: str) -> None:
        self._postgres = _Postgres(folder)
        os.environ |= {
            "HOME": str(folder),
            "HINDSIGHT_API_LLM_PROVIDER": "none",
            "HINDSIGHT_API_EMBEDDINGS_PROVIDER": "openai",
            "HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL": os.environ["PEER_EMBEDDINGS"],
            "HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY": "none",
            "HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL": "all-MiniLM-L6-v2",
            "HINDSIGHT_API_RERANKER_PROVIDER": "rrf",
        }
        from hindsight_api import MemoryEngine
        from hindsight_api.models import RequestContext

        self._loop, self._context = asyncio.new_event_loop(), RequestContext()
        self._engine = MemoryEngine(db_url=self._postgres.url)
        self._loop.run_until_complete(self._engine.initialize())

    def ingest(self, turns: list[dict[str, str]]) -> None:
        contents = [
            {
                "content": turn["content"],
                "event_date": datetime.fromisoformat(f"{turn['at']}+00:00"),
                "document_id": turn["id"],
            }
            for turn in turns
        ]
        bank = turns[0]["conversation"]
        doing = self._engine.retain_batch_async(bank, contents, request_context=self._context)
        self._loop.run_until_complete(doing)

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        found = self._loop.run_until_complete(
            self._engine.recall_async(conversation, question, request_context=self._context)
        )
        # A document of several chunks may come several times.
        return list(dict.fromkeys(fact.document_id for fact in found.results))[:k]

    def close(self) -> None:
        self._loop.run_until_complete(self._engine.close())
        self._postgres.run("stop")


class _Postgres:
    """The one that Hindsight embeds; Postgres refuses to be root, so then it is nobody's."""

    def __init__(self, folder: Path) -> None:
        self._home = folder / "postgres"
        self._home.mkdir()
        self._user: dict[str, Any] = {"user": "nobody"} if os.geteuid() == 0 else {}
        if self._user:
            folder.chmod(0o755)
            shutil.chown(self._home, "nobody")
        self.run("start", "--username", "peers", "--password", "peers", "--database", "peers")
        self.url = json.loads(self.run("info", "--output", "json"))["uri"]

    def run(self, *words: str) -> str:
        command = [Path(pg0.__file__).parent / "bin/pg0", *words, "--name", "peers"]
        home = {**os.environ, "HOME": str(self._home)}
        # Into a file: the server keeps what it inherits open.
        with tempfile.TemporaryFile("w+") as said:
            subprocess.run(command, env=home, cwd=self._home, stdout=said, check=True, **self._user)
            said.seek(0)
            return said.read()
