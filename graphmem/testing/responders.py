"""Responders: the ways in which a model answers, well and badly."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Lock
from typing import Any

from pydantic import BaseModel

from graphmem.testing.replies import AskedTool, ChatRequest, Reply, Responder


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
