"""Is what stands after many small steps what planning from nothing gives, node for node?

    python -m benchmarks.incremental [--histories 500] [--first 0] [--orders-of FILE]

Each history of `benchmarks.histories` happens in a space of a server of its own. After two of the
steps that reconcile, one drawn by the seed and the last, what stands is compared with a plan made
from all that was said and from the decisions of people alone: entities with their profiles, links,
decisions, links between answers; and at the end the vectors. With a FILE of conversations each
history is one order of its sessions. Prints JSON (``incremental.json`` and ``orders.json`` hold
the last runs); ends with 1 where anything differs.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.histories import (
    Decide,
    Delete,
    History,
    Operation,
    Reconcile,
    Say,
    State,
    Take,
    Undo,
    history,
    order_of,
)
from graphmem.adapters.encoder import DEFAULT_DIMENSION, Encoder
from graphmem.errors import InputError, NotFoundError
from graphmem.language.words import stems
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.model.decision import Verdict
from graphmem.model.ids import content_digest
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from graphmem.sources import read

LATEST = Path(__file__).with_suffix(".json")
_SHOWN = 20
_VECTORS = """
MATCH (e:Entity {space: $space}) WHERE e.layer <> 'session'
RETURN e.uid, e.profile_text, e.embedding
"""


class WordEncoder:
    """Vectors that are alike where texts share words; no model has to be loaded for them."""

    dimension = DEFAULT_DIMENSION

    def __init__(self, model: str = "words") -> None:
        self.model = model

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text, in order."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        row = np.zeros(self.dimension)
        for word in stems(text) or {text}:
            row[int(content_digest(word), 16) % self.dimension] += 1
        made: list[float] = (row / np.linalg.norm(row)).tolist()
        return made


class Run:
    """Histories in one space, and what was found to differ."""

    def __init__(self, settings: Settings, encoder: Encoder) -> None:
        self._settings = settings
        self._encoder = encoder
        self.counts: Counter[str] = Counter()
        self.differences: list[str] = []

    def add(self, happened: History) -> None:
        """Let a history happen, and compare; the space is empty before and after."""
        settings = self._settings.model_copy(update={"merge_policy": happened.policy})
        compared = _compared(happened)
        with Memory(settings, encoder=self._encoder) as memory:
            try:
                for place, operation in enumerate(happened.operations):
                    kind = type(operation).__name__
                    self.counts[kind] += 1
                    if not self._do(memory, operation):
                        self.counts[f"{kind} refused"] += 1
                    elif place in compared:
                        self._compare(memory, f"history {happened.seed}, step {place} ({kind})")
                self._note(f"history {happened.seed}", vector_differences(memory, self._encoder))
            finally:
                memory.delete_space()

    def _do(self, memory: Memory, operation: Operation) -> bool:
        """Whether it was done; what a space does not hold, or may not be, is refused."""
        try:
            do(memory, operation)
        except (InputError, NotFoundError):
            return False
        return True

    def _compare(self, memory: Memory, where: str) -> None:
        self.counts["compared"] += 1
        self._note(where, differences(memory, self.counts))

    def _note(self, where: str, lines: Iterable[str]) -> None:
        self.differences += [f"{where}: {line}" for line in lines]


def do(memory: Memory, operation: Operation) -> None:
    """One operation of a history; raises what `Memory` raises."""
    match operation:
        case Take(conversation, read):
            memory.ingest(conversation, record_only=not read)
        case Say(conversation_id, session_id, turn):
            memory.add_turn(
                conversation_id,
                turn.text,
                speaker=turn.speaker,
                person_id=turn.person_id,
                said_at=turn.said_at,
                session_id=session_id,
            )
        case State(conversation_id, facts):
            memory.add_facts(conversation_id, facts)
        case Decide(verdict, of_people, left, right):
            uids = _people(memory) if of_people else _things(memory)
            decide = memory.merge if verdict is Verdict.MERGE else memory.separate
            decide(_pick(uids, left), _pick(uids, right))
        case Undo(which):
            memory.undo(_pick([item.decision.uid for item in memory.decisions()], which))
        case Reconcile():
            memory.reconcile()
        case Delete():
            memory.delete_space()


def differences(memory: Memory, counts: Counter[str] | None = None) -> list[str]:
    """What stands that planning from nothing does not give, and the other way round."""
    found = memory.check_layers()
    if counts is not None:
        counts.update({f"compared {kind}": number for kind, number in found.compared.items()})
    return [item.model_dump_json() for item in found.differences]


def vector_differences(memory: Memory, encoder: Encoder) -> list[str]:
    """Entities whose vector is not that of their profile."""
    rows = memory.cypher(_VECTORS, parameters={"space": memory.space}, limit=1_000_000).rows
    encoded = encoder.encode([text for _, text, _ in rows])
    return [
        f"vector of {uid} ({text})"
        for (uid, text, vector), right in zip(rows, encoded, strict=True)
        if vector is None or not np.allclose(vector, right, atol=1e-5)
    ]


def _compared(happened: History) -> set[int]:
    """The places of the steps after which is compared; every history ends with one of them."""
    operations = enumerate(happened.operations)
    places = [place for place, operation in operations if _reconciles(operation)]
    return {random.Random(happened.seed).choice(places), places[-1]}


def _reconciles(operation: Operation) -> bool:
    if isinstance(operation, Take):
        return operation.read
    return isinstance(operation, Decide | Undo | Reconcile)


def _people(memory: Memory) -> list[str]:
    people = sorted(memory.people(), key=lambda person: (person.name, person.uid))
    return [person.uid for person in people]


def _things(memory: Memory) -> list[str]:
    return sorted(item.uid for item in memory.entities(limit=1_000))


def _pick(uids: Sequence[str], which: float) -> str:
    if not uids:
        raise NotFoundError("There is nothing to choose from.", next_step="Say something first.")
    return uids[int(which * len(uids))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one")
    parser.add_argument("--orders-of", type=Path, help="conversations to take in random orders")
    parser.add_argument("--home", type=Path, help="a data folder to use, whose server stays")
    options = parser.parse_args()
    latest = LATEST
    make = history
    if options.orders_of:
        latest = LATEST.with_name("orders.json")
        talks = [one for one in read(options.orders_of) if isinstance(one, Conversation)]
        make = partial(order_of, talks)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="graphmem-histories-") as folder:
        home = options.home or Path(folder)
        settings = load_settings(home=home, space="history").model_copy(update={"uri": None})
        run = Run(settings, WordEncoder())
        try:
            for done, seed in enumerate(range(options.first, options.first + options.histories), 1):
                run.add(make(seed))
                # Hours may be asked for: what was compared until a kill counts.
                figures = {
                    "histories": done,
                    "first": options.first,
                    "seconds": round(time.perf_counter() - begun),
                    **dict(sorted(run.counts.items())),
                    "differences": len(run.differences),
                    "first_differences": run.differences[:_SHOWN],
                }
                latest.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
        finally:
            if options.home is None:
                EmbeddedServer(settings).stop(force=True)
    print(latest.read_text(encoding="utf-8"), end="")
    return 1 if run.differences else 0


if __name__ == "__main__":
    sys.exit(main())
