"""`AsyncMemory`: the same methods for async callers, each run on a worker thread."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

from graphmem.memory import Memory
from graphmem.toolbox import Toolbox
from graphmem.whose import PersonMemory

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", covariant=True)


class _Twin(Protocol[S]):
    """Whoever has a synchronous object that does the work."""

    @property
    def _works(self) -> S: ...


def _threaded(
    method: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[_Twin[S], P], Coroutine[Any, Any, R]]:
    async def call(self: _Twin[S], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(method, self._works, *args, **kwargs)

    update_wrapper(call, method)
    return call


class AsyncToolbox:
    """`Toolbox` for async callers: ``await memory.tools.detect_contradictions(…)``."""

    def __init__(self, tools: Toolbox) -> None:
        self._works = tools

    get_entity_timeline = _threaded(Toolbox.get_entity_timeline)
    get_conversation_context = _threaded(Toolbox.get_conversation_context)
    compare_entities_across_conversations = _threaded(Toolbox.compare_entities_across_conversations)
    detect_contradictions = _threaded(Toolbox.detect_contradictions)
    compare_people = _threaded(Toolbox.compare_people)
    call = _threaded(Toolbox.call)
    definitions = staticmethod(Toolbox.definitions)


class AsyncPersonMemory:
    """`PersonMemory` for async callers."""

    def __init__(self, memory: PersonMemory) -> None:
        self._works = memory

    @property
    def person(self) -> str:
        """Whose memory it is, as they were named."""
        return self._works.person

    @property
    def tools(self) -> AsyncToolbox:
        """Timelines, contexts, comparisons and contradictions, within what this person heard."""
        return AsyncToolbox(self._works.tools)

    search = _threaded(PersonMemory.search)
    ask = _threaded(PersonMemory.ask)
    think = _threaded(PersonMemory.think)
    assemble = _threaded(PersonMemory.assemble)
    profile = _threaded(PersonMemory.profile)
    process = _threaded(PersonMemory.process)
    story = _threaded(PersonMemory.story)


class AsyncMemory:
    """`Memory` for async callers: ``async with AsyncMemory() as memory: await memory.ask(…)``.

    Takes the arguments of `Memory`; it connects when entered or by `open`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._arguments = (args, kwargs)
        self._memory: Memory | None = None

    @property
    def memory(self) -> Memory:
        """The Memory that does the work; raises `RuntimeError` before `open`."""
        if self._memory is None:
            raise RuntimeError("not open: use `async with AsyncMemory()` or await open() first")
        return self._memory

    @property
    def _works(self) -> Memory:
        return self.memory

    async def open(self) -> Self:
        """Connect, once."""
        if self._memory is None:
            args, kwargs = self._arguments
            self._memory = await asyncio.to_thread(Memory, *args, **kwargs)
        return self

    @property
    def space(self) -> str:
        """The tenant that this Memory reads and writes."""
        return self.memory.space

    @property
    def tools(self) -> AsyncToolbox:
        """Timelines, contexts, comparisons and contradictions; also for language models."""
        return AsyncToolbox(self.memory.tools)

    def for_person(self, person: str) -> AsyncPersonMemory:
        """The memory as one person may see it, named by their ``person_id``, uid or name."""
        return AsyncPersonMemory(self.memory.for_person(person))

    ingest = _threaded(Memory.ingest)
    extract = _threaded(Memory.extract)
    skipped = _threaded(Memory.skipped)
    waiting = _threaded(Memory.waiting)
    turns_waiting = _threaded(Memory.turns_waiting)
    wait = _threaded(Memory.wait)
    forget = _threaded(Memory.forget)
    add_turn = _threaded(Memory.add_turn)
    add_facts = _threaded(Memory.add_facts)
    reconcile = _threaded(Memory.reconcile)
    check_layers = _threaded(Memory.check_layers)
    decisions = _threaded(Memory.decisions)
    decision = _threaded(Memory.decision)
    undo = _threaded(Memory.undo)
    merge = _threaded(Memory.merge)
    separate = _threaded(Memory.separate)
    keep_opinion = _threaded(Memory.keep_opinion)
    retract = _threaded(Memory.retract)
    correct = _threaded(Memory.correct)
    retractions = _threaded(Memory.retractions)
    search = _threaded(Memory.search)
    ask = _threaded(Memory.ask)
    think = _threaded(Memory.think)
    assemble = _threaded(Memory.assemble)
    profile = _threaded(Memory.profile)
    process = _threaded(Memory.process)
    story = _threaded(Memory.story)
    conversations = _threaded(Memory.conversations)
    is_empty = _threaded(Memory.is_empty)
    spaces = _threaded(Memory.spaces)
    people = _threaded(Memory.people)
    entities = _threaded(Memory.entities)
    entity = _threaded(Memory.entity)
    turn = _threaded(Memory.turn)
    dialogue = _threaded(Memory.dialogue)
    graph = _threaded(Memory.graph)
    cypher = _threaded(Memory.cypher)
    analytics = _threaded(Memory.analytics)
    export_archive = _threaded(Memory.export_archive)
    import_archive = _threaded(Memory.import_archive)
    delete_space = _threaded(Memory.delete_space)
    connect_neomodel = _threaded(Memory.connect_neomodel)
    bookmark = _threaded(Memory.bookmark)
    after = _threaded(Memory.after)
    close = _threaded(Memory.close)

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()
