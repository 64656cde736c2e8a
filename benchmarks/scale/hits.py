"""What the database looks at for each operation: hits of every query, which no busy machine bends.

What grows with the space shows here first: a query that looks at all of it has ten times the hits
beside ten times the turns.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from neo4j import Record

from benchmarks.world.talk import World
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.store.queries import CypherQuery, Runner

_SESSION, _TURNS = 60, 12
_TOKENS = 600
_ASIDE = ("schema", "maintain")  # commands, which have no profile
_LEAST, _GROWTH = 300, 2.0  # fewer hits are nothing to worry about

Hits = dict[str, dict[str, int]]  # by operation and query


def hits(memory: Memory, world: World) -> Hits:
    """The hits of every query of one session in a known talk, one in a new one, and so on."""
    known = world.further(2, _SESSION, turns=_TURNS).conversation
    new = world.further(3, _SESSION, turns=_TURNS, name="new-for-hits").conversation
    called = world.participants(2)[0].called
    memory.ingest(world.further(4, _SESSION, turns=_TURNS).conversation)  # plans are made
    undecided = next(one.decision for one in memory.decisions() if not one.decision.confident)
    found: Hits = {}
    with _counted(found, "session of a known talk"):
        memory.ingest(known)
    with _counted(found, "session of a new talk"):
        memory.ingest(new)
    with _counted(found, "add_turn"):
        memory.add_turn(known.conversation_id, "I bought a kite yesterday.", speaker=called)
    with _counted(found, "search"):
        memory.search(f"What did {called} buy?")
    with _counted(found, "ask"):
        memory.ask(f"Where does {called} work?")
    with _counted(found, "assemble"):
        memory.assemble(f"I meet {called} tomorrow.", _TOKENS)
    with _counted(found, "profile"):
        memory.profile(f"{known.conversation_id}/{called}")
    sides = (undecided.left.uids[0], undecided.right.uids[0])
    try:
        with _counted(found, "decision by hand"):
            made = memory.separate(*sides)
    except InputError:  # it is no longer as it was
        return found
    with _counted(found, "undo"):
        memory.undo(made.uid)
    return found


def growing(by_size: Mapping[int, Hits]) -> list[dict[str, Any]]:
    """The queries that look at more the larger the space is, the worst first."""
    small, large = min(by_size), max(by_size)
    found = [
        {
            "operation": operation,
            "query": query,
            "hits": {
                str(size): each.get(operation, {}).get(query, 0) for size, each in by_size.items()
            },
        }
        for operation, queries in by_size[large].items()
        for query, count in queries.items()
        if count > _LEAST
        and count > _GROWTH * max(1, by_size[small].get(operation, {}).get(query, 0))
    ]
    return sorted(found, key=lambda one: -one["hits"][str(large)])


@contextmanager
def _counted(found: Hits, operation: str) -> Iterator[None]:
    counts: Counter[str] = Counter()
    run = CypherQuery.run

    def profiled(query: CypherQuery, runner: Runner, /, **parameters: Any) -> list[Record]:
        if query.path.parent.name in _ASIDE:
            return run(query, runner, **parameters)
        watched = _Watched(runner)
        records = run(query, watched, **parameters)
        counts[query.name] += watched.hits
        return records

    with patch.object(CypherQuery, "run", profiled):
        yield
    found[operation] = dict(counts)


class _Watched:
    """A session or a transaction whose queries tell what they looked at."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.hits = 0

    def run(self, query: str, parameters: dict[str, Any] | None = None, /) -> Any:
        text = query.replace("CYPHER 25\n", "")
        version = "CYPHER 25 " if text != query else ""
        result = self._runner.run(f"{version}PROFILE {text}", parameters)
        records = list(result)
        profile = result.consume().profile
        self.hits += _sum(profile) if profile else 0
        return records


def _sum(plan: Mapping[str, Any]) -> int:
    own = int(plan.get("dbHits") or plan.get("args", {}).get("DbHits") or 0)
    return own + sum(_sum(child) for child in plan.get("children", ()))
