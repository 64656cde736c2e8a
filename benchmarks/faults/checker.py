"""A history and what the graph holds → what was lost, doubled or invented; pure.

It knows nothing of how the graph came about. What was acknowledged must be there, what was
refused must not, and of what nobody told the outcome either is right.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from benchmarks.faults.history import Act, Kind, Outcome
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.decision import Decider
from graphmem.model.decision import Verdict as Decided

_SHOWN = 20
_TURNS = (
    "MATCH (t:Turn {space: $space}) RETURN t.conversation_id + '/' + t.dia_id, t.text ORDER BY 1, 2"
)


class Held(NamedTuple):
    """A thing that the graph holds: the id under which it was sent, and what was sent."""

    id: str
    value: str


class Verdict(Frozen):
    """Ids by what is wrong with them, beside how many acts there were of each outcome.

    ``lost`` were acknowledged and are not held; ``twice`` are held more than once, or the same
    under several ids; ``invented`` were never sent so, or only refused; ``returned`` were removed
    and are held; ``unread`` were acknowledged before a read that did not find them.
    """

    acts: int
    acknowledged: int
    unknown: int
    refused: int
    removed: int
    held: int
    lost: tuple[str, ...]
    twice: tuple[str, ...]
    invented: tuple[str, ...]
    returned: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """True if nothing is wrong."""
        return not (self.lost or self.twice or self.invented or self.returned or self.unread)

    def figures(self) -> dict[str, Any]:
        """Counts as they are, and of ids how many and the first of them."""
        told: dict[str, Any] = {"sound": self.sound}
        for name, value in self.model_dump().items():
            told[name] = value if isinstance(value, int) else len(value)
            if not isinstance(value, int) and value:
                told[f"first_{name}"] = list(value[:_SHOWN])
        return told


def check(acts: Sequence[Act], held: Sequence[Held]) -> Verdict:
    """Judge what is held by what was sent and acknowledged."""
    sent = _by_id(acts, Kind.ADD)
    removed = _by_id(acts, Kind.REMOVE)
    times = Counter(one.id for one in held)
    under = defaultdict(set)
    for one in held:
        under[one.value].add(one.id)
    acknowledged = {id for id, adds in sent.items() if _some(adds, Outcome.OK)}
    gone = {id for id, acts in removed.items() if _some(acts, Outcome.OK)}
    maybe_gone = {id for id, acts in removed.items() if _some(acts, Outcome.OK, Outcome.UNKNOWN)}
    added = [act for adds in sent.values() for act in adds]
    return Verdict(
        acts=len(acts),
        acknowledged=len(acknowledged),
        unknown=sum(act.outcome is Outcome.UNKNOWN for act in added),
        refused=sum(act.outcome is Outcome.FAILED for act in added),
        removed=len(gone),
        held=len(held),
        lost=_sorted(acknowledged - maybe_gone - times.keys()),
        twice=_sorted({one.id for one in held if times[one.id] > 1 or len(under[one.value]) > 1}),
        invented=_sorted({one.id for one in held if not _may_be(one, sent.get(one.id, ()))}),
        returned=_sorted(gone & times.keys()),
        unread=_sorted({act.id for act in acts if _misses(act, sent, removed)}),
    )


def holdings(memory: Memory) -> tuple[Held, ...]:
    """What the space holds: its turns by ``CONVERSATION/TURN``, and merges by hand by reason."""
    turns = memory.cypher(_TURNS, parameters={"space": memory.space}, limit=1_000_000).rows
    merges = (
        one.decision.reason
        for one in memory.decisions()
        if one.decision.decided_by is Decider.PERSON and one.decision.verdict is Decided.MERGE
    )
    return tuple(Held(*row) for row in turns) + tuple(Held(reason, reason) for reason in merges)


def _by_id(acts: Iterable[Act], kind: Kind) -> dict[str, list[Act]]:
    found = defaultdict(list)
    for act in acts:
        if act.kind is kind:
            found[act.id].append(act)
    return found


def _some(acts: Iterable[Act], *outcomes: Outcome) -> bool:
    return any(act.outcome in outcomes for act in acts)


def _may_be(held: Held, adds: Iterable[Act]) -> bool:
    return any(act.outcome is not Outcome.FAILED and act.value == held.value for act in adds)


def _misses(act: Act, sent: dict[str, list[Act]], removed: dict[str, list[Act]]) -> bool:
    """Whether a read was told that there is no such thing, when there had to be."""
    return (
        act.kind is Kind.READ
        and act.status == HTTPStatus.NOT_FOUND
        and any(
            add.outcome is Outcome.OK and add.ended <= act.began for add in sent.get(act.id, ())
        )
        and not any(
            one.outcome is not Outcome.FAILED and one.began <= act.ended
            for one in removed.get(act.id, ())
        )
    )


def _sorted(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(ids))
