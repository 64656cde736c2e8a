"""Rulings of people that cannot all be so: two are kept apart whom other rulings make one."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from graphmem.model.decision import Decision, Verdict
from graphmem.model.memory import KnownEntity
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.rulings import standing_rulings
from graphmem.reconciliation.units import units_of
from graphmem.tools import Index

Links = Mapping[str, Sequence[tuple[str, str]]]  # what is one with what, and by which ruling


def clashes(index: Index, ledger: Sequence[Decision]) -> Mapping[str, tuple[Decision, ...]]:
    """By the uid of every separation that cannot be followed: the rulings that stand against it.

    Those are merges of the same two, merges through one or several others, and merges of what the
    two people own.
    """
    rulings = {item.uid: item for item in standing_rulings(ledger)}
    apart = [item for item in rulings.values() if item.verdict is Verdict.SEPARATE]
    if not apart or len(rulings) < 2:
        return {}
    book = Ledger(index.snapshot.space, rulings.values())
    units = _Units(index, book, rulings.values())
    links = _links(book, units)
    owners = _owned_by_two(book, units)
    found: defaultdict[str, dict[str, Decision]] = defaultdict(dict)
    merges = _by_pair(item for item in rulings.values() if item.verdict is Verdict.MERGE)
    for pair, separations in _by_pair(apart).items():
        for separation, merge in product(separations, merges.get(pair, ())):
            found[separation.uid][merge.uid] = merge
    for left, right, decision_uid in book.ruled_pairs(Verdict.SEPARATE):
        against = [
            *_way(links, units.of(left), units.of(right)),
            *owners.get(frozenset([left, right]), ()),
        ]
        for other in against:
            found[decision_uid][other] = rulings[other]
    return {uid: tuple(others.values()) for uid, others in found.items()}


def _by_pair(rulings: Iterable[Decision]) -> Mapping[frozenset[str], list[Decision]]:
    """The rulings by each two uids that they are about."""
    found: defaultdict[frozenset[str], list[Decision]] = defaultdict(list)
    for ruling in rulings:
        for pair in product(ruling.left.uids, ruling.right.uids):
            found[frozenset(pair)].append(ruling)
    return found


class _Units:
    """The units of the conversations that rulings are about, and who owns each."""

    def __init__(self, index: Index, book: Ledger, rulings: Iterable[Decision]) -> None:
        self._people = index.people
        self._unit_of: dict[str, str] = {}
        self._owner: dict[str, str | None] = {}
        places = {
            place
            for ruling in rulings
            for side in (ruling.left, ruling.right)
            if side.kind == "entity"
            for place in side.conversation_ids
        }
        here: defaultdict[str, list[KnownEntity]] = defaultdict(list)
        for entity in index.entities.values():
            if entity.conversation_id in places:
                here[entity.conversation_id].append(entity)
        facts = Facts(index)
        for entities in here.values():
            for unit in units_of(entities, facts, book, index.snapshot.space).things:
                self._owner[unit.uid] = unit.owner_uid
                self._unit_of |= dict.fromkeys([unit.uid, *unit.bases], unit.uid)

    def of(self, uid: str) -> str:
        """The unit that holds an entity; anything else is itself."""
        return self._unit_of.get(uid, uid)

    def owner(self, uid: str) -> str | None:
        """The Person whose it is."""
        return self._owner.get(self.of(uid))

    def one_kind(self, left: str, right: str) -> bool:
        """Whether both are people, or neither is."""
        return (left in self._people) == (right in self._people)


def _links(book: Ledger, units: _Units) -> Links:
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for left, right, decision_uid in book.ruled_pairs(Verdict.MERGE):
        # That a name is somebody's makes no two things one that bear it.
        if units.one_kind(left, right):
            one, other = units.of(left), units.of(right)
            found[one].append((other, decision_uid))
            found[other].append((one, decision_uid))
    return found


def _owned_by_two(book: Ledger, units: _Units) -> Mapping[frozenset[str], list[str]]:
    found: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for left, right, decision_uid in book.ruled_pairs(Verdict.MERGE):
        owners = [owner for uid in (left, right) if (owner := units.owner(uid)) is not None]
        if len(set(owners)) > 1:
            found[frozenset(owners)].append(decision_uid)
    return found


def _way(links: Links, start: str, goal: str) -> Iterator[str]:
    """The rulings that lead from one to the other, nearest to the goal first; none without."""
    came: dict[str, tuple[str, str]] = {start: (start, "")}
    ahead = deque([start])
    while ahead and goal not in came:
        here = ahead.popleft()
        for other, decision_uid in links.get(here, ()):
            if other not in came:
                came[other] = here, decision_uid
                ahead.append(other)
    while goal in came and goal != start:
        goal, decision_uid = came[goal]
        yield decision_uid
