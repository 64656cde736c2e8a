"""A small OpenAI-compatible server on loopback, in the process of the test."""

import base64
import contextlib
import hashlib
import json
import math
import re
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Self

from graphmem.testing.responders import AskedTool, ChatRequest, Reply, Responder

Embed = Callable[[str], Sequence[float]]
_MODEL = "loopback"


def word_vector(text: str, *, dimension: int = 64) -> list[float]:
    """A unit vector of a text's words: texts that share words are near each other."""
    vector = [0.0] * dimension
    for word in re.findall(r"\w+", text.lower()) or [""]:
        digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
        vector[int.from_bytes(digest) % dimension] += 1.0
    length = math.hypot(*vector)
    return [value / length for value in vector]


class LoopbackModel:
    """The server: a context manager whose ``base_url`` any OpenAI client takes.

    ``script`` answers chat requests, from several threads at once; a mistake in it becomes a
    status 500, and is raised when the context ends. ``embed`` makes the vectors. With an
    ``api_key``, other keys get 401.
    """

    def __init__(
        self, script: Responder, *, embed: Embed = word_vector, api_key: str | None = None
    ) -> None:
        self._script = script
        self._embed = embed
        self._api_key = api_key
        self._requests: list[ChatRequest] = []
        self._mistakes: list[Exception] = []
        self._under_way = 0
        self._most_at_once = 0
        self._lock = Lock()
        self._closing = Event()
        self._server = _Server(self)
        self._thread = Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    @property
    def base_url(self) -> str:
        """The address to give a client, which ends in ``/v1``."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def requests(self) -> tuple[ChatRequest, ...]:
        """The chat requests up to now, in order of arrival."""
        with self._lock:
            return tuple(self._requests)

    @property
    def most_at_once(self) -> int:
        """The most chat requests that were being answered at one moment."""
        with self._lock:
            return self._most_at_once

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        if error is None and self._mistakes:
            raise self._mistakes[0]

    def allows(self, authorization: str | None) -> bool:
        """Whether a request's key is the right one."""
        return self._api_key is None or authorization == f"Bearer {self._api_key}"

    def chat(self, body: Mapping[str, Any]) -> tuple[ChatRequest, Reply]:
        """Ask the script, and wait as long as it says."""
        with self._lock:
            request = ChatRequest(len(self._requests), body)
            self._requests.append(request)
            self._under_way += 1
            self._most_at_once = max(self._most_at_once, self._under_way)
        try:
            reply = self._ask(request)
            self._closing.wait(reply.delay)
        finally:
            with self._lock:
                self._under_way -= 1
        return request, reply

    def embeddings(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Vectors of the texts that were sent."""
        given = body.get("input", "")
        texts = [given] if isinstance(given, str) else list(given)
        packed = body.get("encoding_format") == "base64"
        vectors = [self._embed(str(text)) for text in texts]
        return _embeddings(str(body.get("model", _MODEL)), vectors, packed=packed)

    def _ask(self, request: ChatRequest) -> Reply:
        if request.body.get("stream"):
            return Reply("The loopback model does not stream.", status=400)
        try:
            return self._script(request)
        except Exception as mistake:  # noqa: BLE001 - raised again when the context ends
            with self._lock:
                self._mistakes.append(mistake)
            return Reply(f"The script failed: {mistake!r}", status=500)


class _Server(ThreadingHTTPServer):
    """Knows whose script its handlers ask."""

    def __init__(self, model: LoopbackModel) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            self._send(200, _models([_MODEL]))
        else:
            self._refuse(404, f"There is no {self.path}.")

    def do_POST(self) -> None:
        try:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"] or 0)))
        except (ValueError, TypeError) as error:
            self._refuse(400, f"The body cannot be read: {error}.")
            return
        if not self.server.model.allows(self.headers["Authorization"]):
            self._refuse(401, "The key is not the right one.")
        elif self.path == "/v1/chat/completions":
            self._chat(body)
        elif self.path == "/v1/embeddings":
            self._send(200, self.server.model.embeddings(body))
        else:
            self._refuse(404, f"There is no {self.path}.")

    def _chat(self, body: Mapping[str, Any]) -> None:
        request, reply = self.server.model.chat(body)
        if reply.hang_up:
            self.close_connection = True
        elif reply.status != 200:
            self._refuse(reply.status, reply.text or "", retry_after=reply.retry_after)
        else:
            self._send(200, _completion(request, reply))

    def _refuse(self, status: int, message: str, *, retry_after: float | None = None) -> None:
        headers = {} if retry_after is None else {"Retry-After": f"{retry_after:g}"}
        self._send(status, _error(message, status), headers)

    def _send(
        self, status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> None:
        content = json.dumps(body).encode()
        # A client that has given up is what some scripts are for.
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing; tests read ``requests``."""


def _completion(request: ChatRequest, reply: Reply) -> dict[str, Any]:
    """A chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.tools:
        message["tool_calls"] = [
            _tool_call(f"call_{request.number}_{place}", tool)
            for place, tool in enumerate(reply.tools)
        ]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    return {
        "id": f"chatcmpl-{request.number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.model,
        "choices": [choice],
        "usage": _usage(request, reply),
    }


def _embeddings(model: str, vectors: Sequence[Sequence[float]], *, packed: bool) -> dict[str, Any]:
    """A list of embeddings, ``packed`` as the openai client asks for them: float32 in base64."""
    data = [
        {"object": "embedding", "index": place, "embedding": _packed(vector) if packed else vector}
        for place, vector in enumerate(vectors)
    ]
    used = {"prompt_tokens": len(vectors), "total_tokens": len(vectors)}
    return {"object": "list", "model": model, "data": data, "usage": used}


def _models(names: Sequence[str]) -> dict[str, Any]:
    """The list of models."""
    data = [{"id": name, "object": "model", "created": 0, "owned_by": "loopback"} for name in names]
    return {"object": "list", "data": data}


def _error(message: str, status: int) -> dict[str, Any]:
    """An error."""
    kind = "rate_limit_error" if status == 429 else "error"
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def _tool_call(id: str, tool: AskedTool) -> dict[str, Any]:
    function = {"name": tool.name, "arguments": json.dumps(dict(tool.arguments))}
    return {"id": id, "type": "function", "function": function}


def _usage(request: ChatRequest, reply: Reply) -> dict[str, int]:
    sent = sum(len(str(message.get("content") or "").split()) for message in request.messages)
    tokens_in = sent if reply.tokens_in is None else reply.tokens_in
    words = len((reply.text or "").split())
    tokens_out = words if reply.tokens_out is None else reply.tokens_out
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }


def _packed(vector: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
