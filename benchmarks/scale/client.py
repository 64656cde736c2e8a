"""What one client spends beside a filled space; run in a fresh process for each size."""

import resource
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, LiteralString
from uuid import uuid4

from benchmarks.scale.hits import hits
from benchmarks.scale.reads import profiles, reads
from benchmarks.scale.stopwatch import point, stopwatch
from benchmarks.world.talk import Talk, World
from graphmem.adapters.factory import make_encoder
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.settings import Settings
from graphmem.store.database import as_vector
from graphmem.store.ledger import RecordedDecision

SESSIONS = 10
_TURNS = 12
_LATE = 40  # the number of a session that comes long after all others
_LIVE = 200
_WARM = 100
_WARM_SESSIONS = 8  # before the first that counts: a server is slow while its code is compiled
# The least that keeps a text in Neo4j and finds it again: one node in the indexes of turns.
_BARE_WRITE = """
CREATE (turn:Turn {uid: $uid, space: 'bare', content: $text, space_key: 'bare'})
WITH turn
CALL db.create.setNodeVectorProperty(turn, 'embedding', $vector)
"""


def measure(settings: Settings) -> dict[str, Any]:
    """New sessions, live turns, questions, decisions by hand, and what the database looks at."""
    world = World()
    # Encoding one text is measured with the client's own encoder, and it is loaded once.
    encoder = make_encoder(settings)
    with Memory(settings, encoder=encoder) as memory:
        begun = time.perf_counter()
        for number in range(_WARM_SESSIONS):
            name = None if number % 2 else f"warm-up-{number}"
            memory.ingest(_session(world, 100 + number, name))
        warm_up = time.perf_counter() - begun
        return {
            "warm_up_seconds": round(warm_up, 2),
            "peak_mb_warm": _peak_mb(),
            **sessions(memory, world),
            **live_turns(memory, world, encoder.encode),
            **reads(memory, world, encoder.encode),
            **profiles(memory, world),
            **decisions(memory),
            "hits": hits(memory, world),
        }


def sessions(memory: Memory, world: World) -> dict[str, Any]:
    """Sessions of 12 turns, one after another: in turn of a new conversation and an old one."""
    seconds: list[float] = []
    stages, new = [], []
    for number in range(1, SESSIONS + 1):
        session = _session(world, number, f"new-{number}" if number % 2 else None)
        with stopwatch(seconds):
            receipt = memory.ingest(session)
        if receipt.turns_stored != _TURNS or receipt.reconciled is None:
            raise SystemExit(f"session {number} was not taken in: {receipt}")
        stages.append(receipt.seconds.model_dump())
        new.append(receipt.reconciled.new_decisions)
    return {
        "session_seconds": {
            "median": round(median(seconds), 2),
            "each": [round(one, 2) for one in seconds],
        },
        "session_stages_seconds": {
            name: round(median(stage[name] for stage in stages), 3) for name in stages[0]
        },
        "session_decisions": new,
        "peak_mb_sessions": _peak_mb(),
    }


def live_turns(
    memory: Memory, world: World, encode: Callable[[Sequence[str]], list[list[float]]]
) -> dict[str, Any]:
    """`add_turn` beside encoding one text and one round trip, each in turn.

    The trip is once a bare ``RETURN 1``, and once writes one node with its text and vector.
    """
    talk = world.further(11, _LATE, turns=_LIVE + _WARM).conversation
    timed: dict[str, list[float]] = {
        "add_turn": [],
        "encode_one": [],
        "round_trip": [],
        "bare_write": [],
    }
    for turn in talk.sessions[0].turns:
        text = f"{turn.text} Really."
        with stopwatch(timed["encode_one"]):
            [vector] = encode([text])
        with stopwatch(timed["round_trip"]):
            _run(memory, "RETURN 1")
        with stopwatch(timed["bare_write"]):
            _run(memory, _BARE_WRITE, uid=uuid4().hex, text=text, vector=as_vector(vector))
        with stopwatch(timed["add_turn"]):
            memory.add_turn(
                talk.conversation_id,
                turn.text,
                speaker=turn.speaker,
                person_id=turn.person_id,
                said_at=turn.said_at,
            )
    spent = {name: values[_WARM:] for name, values in timed.items()}
    _run(memory, "MATCH (turn:Turn {space: 'bare'}) DELETE turn")
    added, encoded, trip, written = (
        median(spent[name]) for name in ("add_turn", "encode_one", "round_trip", "bare_write")
    )
    return {
        "add_turn_over_encode_and_trip": round(added / (encoded + trip), 3),
        "add_turn_over_encode_and_write": round(added / (encoded + written), 3),
        "add_turn_ms": {
            f"{name}_{called}": round(1_000 * point(values, share), 2)
            for name, values in spent.items()
            for called, share in (("p50", 0.5), ("p95", 0.95))
        },
    }


def decisions(memory: Memory) -> dict[str, Any]:
    """Decisions by hand about what the rules left undecided, and their undoing."""
    undecided = [one for one in memory.decisions() if not one.decision.confident]
    timed: dict[str, list[float]] = {"merge": [], "undo": [], "separate": [], "undo_separate": []}
    for one in _spread(undecided, 3):
        left, right = one.decision.left.uids[0], one.decision.right.uids[0]
        for name, decide in (("merge", memory.merge), ("separate", memory.separate)):
            try:
                with stopwatch(timed[name]):
                    made = decide(left, right)
            except InputError:
                timed[name].pop()  # it would mix what belongs to two people
                continue
            with stopwatch(timed["undo" if name == "merge" else "undo_separate"]):
                memory.undo(made.uid)
    return {
        "undecided": len(undecided),
        "decision_seconds": {
            name: [round(one, 2) for one in values] for name, values in timed.items()
        },
        "peak_mb_decisions": _peak_mb(),
    }


def _session(world: World, number: int, name: str | None) -> Conversation:
    talk: Talk = world.further(number, _LATE, turns=_TURNS, name=name)
    return talk.conversation


def _spread(items: Sequence[RecordedDecision], count: int) -> Sequence[RecordedDecision]:
    return items[:: max(1, len(items) // count)][:count]


def _run(memory: Memory, query: LiteralString, **parameters: Any) -> None:
    database = memory._database
    with database.driver.session(database=database.name) as session:
        session.run(query, parameters).consume()


def _peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024, 1)
