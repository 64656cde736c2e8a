"""`graphmem serve` on the space: it takes a conversation in, forgets, and tells what it keeps."""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from benchmarks.forgetting.talks import words_of
from graphmem.settings import Settings
from tests.e2e.conftest import environment
from tests.e2e.serving import free_port, wait_until_ready

_PAUSE = 1.0


class Server:
    """A server in a process of its own, with an audit log, and all that it answered last."""

    def __init__(self, client: httpx2.Client, logs: Mapping[str, Path]) -> None:
        self._client = client
        self._logs = logs
        self._jobs: list[str] = []
        self._own = words_of(" ".join(self._told().values()))  # before it was told anything

    def ingest(self, turns: Iterable[Mapping[str, Any]]) -> None:
        """Take turns in as a job, and wait for its end."""
        job = self._again("POST", "/v1/ingest", json={"turns": list(turns)})["job_id"]
        self._jobs.append(job)
        while (found := self._again("GET", f"/v1/ingest/{job}"))["state"] != "done":
            if found["state"] == "failed":
                raise SystemExit(f"the server could not take it in: {found}")
            time.sleep(_PAUSE)

    def forget(self, person: str, *, dry_run: bool = False) -> dict[str, Any]:
        """Forget a person; the receipt, which is empty where the first request was cut short."""
        return self._again("POST", "/v1/forget", json={"person": person, "dry_run": dry_run})

    def kept(self, words: Iterable[str]) -> dict[str, list[str]]:
        """Which of the words stand in what it tells of its jobs and itself, and in its logs.

        Those that it says by itself are none.
        """
        sought = set(words) - self._own
        return {name: sorted(sought & words_of(text)) for name, text in self._told().items()}

    def _told(self) -> dict[str, str]:
        return {
            **{
                name: path.read_text(encoding="utf-8", errors="replace")
                for name, path in self._logs.items()
            },
            "jobs": "".join(self._client.get(f"/v1/ingest/{job}").text for job in self._jobs),
            "metrics": self._client.get("/metrics").text,
        }

    def _again(self, method: str, path: str, **given: Any) -> dict[str, Any]:
        tried = False
        while True:
            try:
                response = self._client.request(method, path, **given)
                if response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                    break
            except httpx2.TransportError:
                pass
            tried = True
            time.sleep(_PAUSE)  # a machine that is busy with other work
        if tried and response.status_code == HTTPStatus.NOT_FOUND:
            return {}
        if response.is_error:
            raise SystemExit(f"{method} {path}: {response.text}")
        found: dict[str, Any] = response.json()
        return found


class _Started(NamedTuple):
    address: str
    logs: Mapping[str, Path]


@contextmanager
def serving(settings: Settings, folder: Path) -> Iterator[Server]:
    """The server of the settings' space, which keeps its logs in a folder."""
    with (
        _process(settings, folder) as started,
        # Each request by a connection of its own: none is closed while nobody asks.
        httpx2.Client(
            base_url=started.address,
            timeout=None,
            limits=httpx2.Limits(max_connections=1, max_keepalive_connections=0),
        ) as client,
    ):
        yield Server(client, started.logs)


@contextmanager
def _process(settings: Settings, folder: Path) -> Iterator[_Started]:
    logs = {"log": folder / "serve.log", "audit log": folder / "audit.jsonl"}
    port = free_port()
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port)]
    command += ["--space", settings.space, "--audit", str(logs["audit log"])]
    with logs["log"].open("wb") as stream:
        running = subprocess.Popen(command, env=environment(settings), stdout=stream, stderr=stream)
        try:
            wait_until_ready(f"http://127.0.0.1:{port}")
            yield _Started(f"http://127.0.0.1:{port}", logs)
        finally:
            running.terminate()
            running.wait()
