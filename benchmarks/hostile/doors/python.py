"""The door of Python: every operation, and the methods that take a text."""

from collections.abc import Callable, Iterator
from http import HTTPStatus

from benchmarks.hostile.corpus import Hostile
from benchmarks.hostile.doors.arguments import Arguments, HostileArguments
from benchmarks.hostile.verdict import Answered, Case
from benchmarks.hostile.world import PRIVATE_WORDS, WITNESS_WORDS, World
from graphmem.errors import ConnectionFailedError, GraphMemError, StoreError
from graphmem.memory import Memory
from graphmem.operations.catalogue import run_bound
from graphmem.operations.rendering import render_text
from graphmem.store.lock import ConflictError

_DOOR = "python"


def cases(world: World, seed: int) -> Iterator[Case]:
    """Operations and methods, in turn."""
    hostile = Hostile(seed)
    asked = HostileArguments(hostile, own=world.own_uids, foreign=world.foreign_uids)
    while True:
        arguments = asked.next()
        person = "ana" if hostile.chance.random() < 0.3 else None
        told = f"{arguments.item.name} {str(arguments.given)[:200]!r}"
        yield Case(_DOOR, arguments.kind, told, _operation(world.memory, arguments, person))
        kind, text = hostile.next()
        name, method = hostile.chance.choice(_METHODS)
        yield Case(_DOOR, kind, f"{name} {text[:200]!r}", _method(world.memory, method, text))


def _operation(memory: Memory, arguments: Arguments, person: str | None) -> Callable[[], Answered]:
    item, _, given = arguments
    hidden = WITNESS_WORDS if person is None else WITNESS_WORDS + PRIVATE_WORDS

    def run() -> str:
        request = item.asked(**given)
        if person is None:
            found = item.run(memory, request)
        else:
            found = run_bound(memory, item, request, person)
        return render_text(found) + found.model_dump_json()

    return lambda: _said(run, hidden)


def _method(
    memory: Memory, method: Callable[[Memory, str], object], text: str
) -> Callable[[], Answered]:
    return lambda: _said(lambda: repr(method(memory, text)), WITNESS_WORDS)


def _said(run: Callable[[], str], hidden: tuple[str, ...]) -> Answered:
    """What it gives; an error of graphmem's own is an answer, if it says what to do next."""
    try:
        return Answered(run(), hidden)
    except ConnectionFailedError as error:
        return Answered(str(error), hidden, HTTPStatus.SERVICE_UNAVAILABLE)  # as HTTP says it
    except GraphMemError as error:
        faults = []
        if not error.problem or not error.next_step:
            faults.append(f"{type(error).__name__} does not say what to do next")
        if isinstance(error, StoreError) and not isinstance(error, ConflictError):
            faults.append(f"the database refused it: {error}"[:300])
        return Answered(str(error), hidden, faults=tuple(faults))


_METHODS: tuple[tuple[str, Callable[[Memory, str], object]], ...] = (
    ("search", lambda memory, text: memory.search(text)),
    ("search in", lambda memory, text: memory.search("tulips", conversation=text)),
    ("search by", lambda memory, text: memory.search("tulips", person=text)),
    ("search since", lambda memory, text: memory.search("tulips", since=text)),
    ("search known to", lambda memory, text: memory.search("tulips", known_to=text)),
    ("search now", lambda memory, text: memory.search("What was last May?", now=text)),
    ("ask", lambda memory, text: memory.ask(text)),
    ("ask about", lambda memory, text: memory.ask("What did Ana plant?", about=text)),
    ("ask as of", lambda memory, text: memory.ask("What did Ana plant?", as_of=text)),
    ("assemble", lambda memory, text: memory.assemble(text, 200)),
    ("add turn", lambda memory, text: memory.add_turn("h", text, speaker="Ana")),
    ("add turn to", lambda memory, text: memory.add_turn(text, "Hello.", speaker="Ben")),
    ("add turn by", lambda memory, text: memory.add_turn("h", "Hello.", speaker=text)),
    ("add turn of", lambda memory, text: memory.add_turn("h", "Hello.", person_id=text)),
    ("add turn at", lambda memory, text: memory.add_turn("h", "Hello.", said_at=text)),
    (
        "add turn zone",
        lambda memory, text: memory.add_turn("h", "Hi.", said_at="2024-01-01T00:00", zone=text),
    ),
    ("add turn in", lambda memory, text: memory.add_turn("h", "Hello.", session_id=text)),
    ("add turn id", lambda memory, text: memory.add_turn("h", "Hello.", turn_id=text)),
    ("add turn caption", lambda memory, text: memory.add_turn("h", "", caption=text)),
    ("for person", lambda memory, text: memory.for_person(text).ask("What did Ana plant?")),
    ("profile", lambda memory, text: memory.profile(text)),
    ("turn", lambda memory, text: memory.turn(text)),
    ("dialogue", lambda memory, text: memory.dialogue(text)),
    ("entity", lambda memory, text: memory.entity(text)),
    ("entities", lambda memory, text: memory.entities(named=text)),
    ("merge", lambda memory, text: memory.merge(text, text)),
    ("undo", lambda memory, text: memory.undo(text)),
    ("retract", lambda memory, text: memory.retract(text)),
)
