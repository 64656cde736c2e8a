"""AsyncMemory: the same surface as Memory, on threads."""

import asyncio
import inspect

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.aio import AsyncMemory, AsyncPersonMemory, AsyncToolbox
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.toolbox import Toolbox
from graphmem.whose import PersonMemory
from tests.talk import GARDEN

_NOTHING_TO_WAIT_FOR = {"for_person"}


def _public(cls: type) -> dict[str, object]:
    found: dict[str, object] = {}
    for base in reversed(cls.__mro__[:-1]):
        found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    return found


@pytest.mark.parametrize(
    ("one", "twin"),
    [(Memory, AsyncMemory), (Toolbox, AsyncToolbox), (PersonMemory, AsyncPersonMemory)],
)
def test_the_two_surfaces_are_equal(one: type, twin: type) -> None:
    sync, asynchronous = _public(one), _public(twin)
    assert sync.keys() == asynchronous.keys() - {"memory", "open"}
    _hold_equal(sync, asynchronous)


def _hold_equal(sync: dict[str, object], asynchronous: dict[str, object]) -> None:
    for name, method in sync.items():
        twin = asynchronous[name]
        if inspect.isfunction(method) and name not in _NOTHING_TO_WAIT_FOR:
            assert inspect.iscoroutinefunction(inspect.unwrap(twin, stop=lambda _: True))  # type: ignore[arg-type]
            assert inspect.signature(method) == inspect.signature(twin)  # type: ignore[arg-type]
            assert method.__doc__ == twin.__doc__


def test_it_answers(live_settings: Settings, encoder: Encoder) -> None:
    async def talk() -> None:
        settings = live_settings.model_copy(update={"space": "async"})
        async with AsyncMemory(settings, encoder=encoder) as memory:
            await memory.ingest(GARDEN)
            found, answer = await asyncio.gather(
                memory.search("Who planted forty tulips?"), memory.ask("What did Ben buy?")
            )
            assert found.hits[0].turn_id == "garden/D1:1"
            assert answer.evidence_turn_ids == ("garden/D1:2",)
            context = await memory.tools.get_conversation_context("garden", "cactus")
            assert context.mentions[0].turn_id == "garden/D1:2"
            await memory.delete_space()

    asyncio.run(talk())
