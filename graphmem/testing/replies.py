"""What the loopback server is asked, and what it may answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


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
