"""A model whose replies are files, so that a person can play it."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from pydantic import ValidationError

from benchmarks.replays import RecordedReply, as_reply, record
from graphmem.testing.responders import ChatRequest, Reply, Responder

_LOOK_AGAIN = 0.2  # seconds


def waits_for_files(
    folder: Path,
    *,
    kept: Callable[[ChatRequest, RecordedReply], None] | None = None,
    stop: Event | None = None,
) -> Responder:
    """Write each request to ``folder/pending/NNNN.txt`` and wait for ``folder/replies/NNNN.json``.

    A reply is the JSON object that the request asks for, or ``{"tools": [{"name": …, "arguments":
    {…}}]}``. One that cannot be read is put aside as ``NNNN.wrong.txt``, with why, and waited for
    again. What is answered moves to ``folder/answered``; ``kept`` is called with it.
    """
    for name in ("pending", "replies", "answered"):
        (folder / name).mkdir(parents=True, exist_ok=True)

    def respond(request: ChatRequest) -> Reply:
        name = f"{request.number + 1:04d}"
        pending = folder / "pending" / f"{name}.txt"
        _write(pending, _readable(request))
        replied = folder / "replies" / f"{name}.json"
        while stop is None or not stop.is_set():
            if replied.exists():
                try:
                    reply = record(request, json.loads(replied.read_text(encoding="utf-8")))
                except (ValueError, AttributeError, ValidationError) as error:
                    if time.time() - replied.stat().st_mtime < 1:
                        time.sleep(_LOOK_AGAIN)  # it may still be being written
                        continue
                    replied.rename(replied.with_suffix(".wrong.json"))
                    _write(replied.with_suffix(".wrong.txt"), f"This cannot be read: {error}\n")
                    continue
                pending.rename(folder / "answered" / pending.name)
                if kept is not None:
                    kept(request, reply)
                return as_reply(reply)
            time.sleep(_LOOK_AGAIN)
        return Reply("Nobody plays the model any more.", status=503)

    return respond


def _readable(request: ChatRequest) -> str:
    """A request as a person reads it."""
    parts = []
    for message in request.messages:
        parts.append(f"=== {message.get('role')}\n{message.get('content') or ''}")
        parts += [json.dumps(call, ensure_ascii=False) for call in message.get("tool_calls") or ()]
    if request.tools:
        tools = json.dumps(request.body["tools"], ensure_ascii=False, indent=1)
        parts.append(f"=== tools\n{tools}")
    return "\n\n".join(parts) + "\n"


def _write(file: Path, text: str) -> None:
    part = file.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.rename(file)
