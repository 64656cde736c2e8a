"""What the loopback server is asked and may answer, and scripts that answer in some way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from pydantic import BaseModel


@dataclass(frozen=True)
class ChatRequest:
    """One request to ``/v1/chat/completions``; ``number`` counts them from 0 as they arrive."""

    number: int
    body: Mapping[str, Any]

    @property
    def messages(self) -> tuple[Mapping[str, Any], ...]:
        """The messages, as they were sent."""
        return tuple(self.body.get("messages", ()))

    @property
    def model(self) -> str:
        """The model that was asked for."""
        return str(self.body.get("model", ""))

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools that may be used; none where the request forbids their use."""
        if self.body.get("tool_choice") == "none":
            return ()
        return tuple(tool["function"]["name"] for tool in self.body.get("tools") or ())

    def texts(self, role: str) -> tuple[str, ...]:
        """The texts of one role's messages, in order."""
        return tuple(
            str(message["content"])
            for message in self.messages
            if message.get("role") == role and message.get("content")
        )


@dataclass(frozen=True)
class AskedTool:
    """A tool that the scripted model wants to use."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """One answer of the server.

    ``delay`` is in seconds, before anything is sent; ``retry_after`` becomes the header;
    ``hang_up`` closes the connection with nothing sent. Without numbers of tokens, words count.
    """

    text: str | None = None
    tools: tuple[AskedTool, ...] = ()
    status: int = 200
    finish_reason: str = "stop"
    delay: float = 0.0
    retry_after: float | None = None
    hang_up: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None


Responder = Callable[[ChatRequest], Reply]


def answers(
    content: str | BaseModel, *, tokens_in: int | None = None, tokens_out: int | None = None
) -> Responder:
    """Always the same text, or the JSON of a model; any text at all makes an invalid answer."""
    text = content if isinstance(content, str) else content.model_dump_json()
    return lambda _: Reply(text, tokens_in=tokens_in, tokens_out=tokens_out)


def cut_off(responder: Responder, share: float = 0.5) -> Responder:
    """Only the first ``share`` of the text, as where the model's limit of tokens is reached."""

    def respond(request: ChatRequest) -> Reply:
        reply = responder(request)
        text = reply.text or ""
        return replace(reply, text=text[: int(len(text) * share)], finish_reason="length")

    return respond


def slowly(responder: Responder, seconds: float) -> Responder:
    """The same, after a wait."""
    return lambda request: replace(responder(request), delay=seconds)


def rate_limited(retry_after: float | None = None) -> Responder:
    """429, with Retry-After where it is given."""
    return lambda _: Reply("Too many requests.", status=429, retry_after=retry_after)


def fails(status: int = 500, text: str = "Something broke.") -> Responder:
    """An HTTP error with a message."""
    return lambda _: Reply(text, status=status)


def hangs_up() -> Responder:
    """The connection is closed before anything is sent."""
    return lambda _: Reply(hang_up=True)


def uses_tool(name: str, /, **arguments: Any) -> Responder:
    """The model wants to use a tool."""
    asked: Mapping[str, Any] = arguments
    return lambda _: Reply(tools=(AskedTool(name, asked),), finish_reason="tool_calls")


def in_turn(*responders: Responder) -> Responder:
    """The first request gets the first responder, and so on; the last one serves all the rest."""
    return _Counted(lambda place: responders[min(place, len(responders) - 1)])


def every(number: int, odd: Responder, *, otherwise: Responder) -> Responder:
    """Each ``number``-th request gets ``odd``, all others ``otherwise``."""
    return _Counted(lambda place: odd if (place + 1) % number == 0 else otherwise)


class _Counted:
    """Chooses by how many requests this responder has seen, which are in parallel."""

    def __init__(self, choose: Callable[[int], Responder]) -> None:
        self._choose = choose
        self._seen = 0
        self._lock = Lock()

    def __call__(self, request: ChatRequest) -> Reply:
        with self._lock:
            place = self._seen
            self._seen += 1
        return self._choose(place)(request)
