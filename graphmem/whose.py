"""`PersonMemory`: the memory as one person may see it."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.toolbox import Toolbox

P = ParamSpec("P")
R = TypeVar("R")


def _narrowed(
    method: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate["PersonMemory", P], R]:
    def call(self: "PersonMemory", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._asked(method, *args, **kwargs)

    update_wrapper(call, method)
    return call


class PersonMemory:
    """What one person said, and what was said in the conversations that they took part in.

    Its methods are those of `Memory` with ``known_to`` set: nothing of any other conversation
    comes into an answer, a search, a prompt or a tool. They raise `NotFoundError` for somebody who
    never took part in any, and `AmbiguousNameError` for a name that two people bear.
    """

    def __init__(self, memory: Memory, person: str, tools: Toolbox) -> None:
        self._memory = memory
        self._tools = tools
        self._person = person

    @property
    def person(self) -> str:
        """Whose memory it is, as they were named."""
        return self._person

    search = _narrowed(Memory.search)
    ask = _narrowed(Memory.ask)
    think = _narrowed(Memory.think)
    assemble = _narrowed(Memory.assemble)
    profile = _narrowed(Memory.profile)
    process = _narrowed(Memory.process)
    story = _narrowed(Memory.story)

    @property
    def tools(self) -> Toolbox:
        """Timelines, contexts, comparisons and contradictions, within what this person heard."""
        return self._tools

    def _asked(self, method: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        if kwargs.get("known_to") not in (None, self.person):
            raise InputError(
                f"This is the memory of {self.person!r}, and cannot be asked for another's.",
                next_step="Leave known_to out, or ask the Memory itself.",
            )
        return method(self._memory, *args, **{**kwargs, "known_to": self.person})
