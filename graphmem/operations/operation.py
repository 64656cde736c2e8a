"""One thing that a memory can do, as every client is told of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.progress import Progress, silent

Handler = Callable[[Memory, Any], Frozen]
LongHandler = Callable[[Memory, Any, Progress], Frozen]


@dataclass(frozen=True)
class Operation:
    """A name, a line on what it does, what goes in and what comes out, and who does it.

    ``summary`` is the line of help everywhere; ``guidance`` tells a language model when to use it.
    ``tool`` is what a language model calls it, ``command`` the words on the command line.
    ``example`` are arguments as JSON. A ``listing`` reads what few plain arguments name, and none
    of them is what somebody said. ``handle`` is a `LongHandler` where ``long`` is set: it may take
    minutes and tells its progress.
    """

    name: str
    summary: str
    request: type[Frozen]
    result: type[Frozen]
    handle: Handler | LongHandler
    command: tuple[str, ...]
    example: Mapping[str, Any]
    writes: bool = False
    long: bool = False
    listing: bool = False
    tool_name: str | None = None
    guidance_for_models: str | None = None

    @property
    def tool(self) -> str:
        """The name under which a language model calls it."""
        return self.tool_name or self.name

    @property
    def guidance(self) -> str:
        """What a language model is told of it."""
        return self.guidance_for_models or self.summary

    def run(self, memory: Memory, request: Frozen, *, progress: Progress = silent) -> Frozen:
        """Do it; raises what the methods of `Memory` raise."""
        handle: Callable[..., Frozen] = self.handle
        return handle(memory, request, progress) if self.long else handle(memory, request)
