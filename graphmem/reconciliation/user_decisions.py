"""Decisions of people: merges, separations, taking one back, and which of them conflict."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from graphmem.errors import InputError, SameConversationError
from graphmem.model.decision import Decision, LayerEntity, Side, Verdict
from graphmem.model.memory import KnownEntity, Snapshot
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.rulings import by_person, standing_rulings, taken_back, told
from graphmem.reconciliation.sides import Sides
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
    book = DecisionLog(index.snapshot.space, rulings.values())
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

    def __init__(self, index: Index, book: DecisionLog, rulings: Iterable[Decision]) -> None:
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
        """Tells whether both are people, or neither is."""
        return (left in self._people) == (right in self._people)


def _links(book: DecisionLog, units: _Units) -> Links:
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for left, right, decision_uid in book.ruled_pairs(Verdict.MERGE):
        # That a name is somebody's makes no two things one that bear it.
        if units.one_kind(left, right):
            one, other = units.of(left), units.of(right)
            found[one].append((other, decision_uid))
            found[other].append((one, decision_uid))
    return found


def _owned_by_two(book: DecisionLog, units: _Units) -> Mapping[frozenset[str], list[str]]:
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


# A person's own word: a merge, a separation, or taking a decision back.

_WORDS = {Verdict.MERGE: "one", Verdict.SEPARATE: "two"}


def person_decision(
    snapshot: Snapshot,
    ledger: Sequence[Decision],
    verdict: Verdict,
    left_uids: Iterable[str],
    right_uids: Iterable[str],
    *,
    entities: Iterable[LayerEntity] = (),
    canonical: Mapping[str, str] | None = None,
    reason: str = "",
    allow_same_conversation: bool = False,
) -> Decision:
    """The decision of a person that left and right are one, or are not.

    Uids are of Person, of session-layer entities, of lasting keys, or of ``entities`` (the layers
    as they stand); ``canonical`` gives who is one human. Raises `NotFoundError` for a uid that the
    space does not hold, and `InputError` where both sides hold the same, where people and things
    are mixed on one side, where a merge would mix what two humans own or make two one who talk to
    each other through a third, and where what people decided before stands against it. A merge of
    exactly two who talk to each other is a `SameConversationError` unless it is allowed.
    """
    index = Index(snapshot, canonical)
    sides = Sides(index, entities)
    left, right = sides.of(tuple(left_uids)), sides.of(tuple(right_uids))
    sides.check_apart(left, right)
    said = reason or f"A person says that they are {_WORDS[verdict]}."
    layer, held = sides.layer(left, right), sides.held
    made = by_person(snapshot.space, layer, verdict, (left, right), said, ledger, held)
    _check(made, ledger, index, allow_same_conversation=allow_same_conversation)
    return made


def undo_decision(
    snapshot: Snapshot,
    ledger: Sequence[Decision],
    undone: Decision,
    *,
    canonical: Mapping[str, str] | None = None,
) -> Decision:
    """The person's decision that takes this one back; what it means is told by its verdict.

    A merge becomes a separation, a separation by rules or a model a merge, and a person's own
    separation is withdrawn. Raises `InputError` where the decision is not in force, where it left
    the two undecided, and where `person_decision` would not let the new decision be.
    """
    index = Index(snapshot, canonical)
    made = taken_back(snapshot.space, ledger, undone, Sides(index, ()).held)
    _check(made, ledger, index)
    return made


def _check(
    made: Decision,
    ledger: Sequence[Decision],
    index: Index,
    *,
    allow_same_conversation: bool = False,
) -> None:
    if made.verdict is Verdict.MERGE:
        _check_owners(made.left, made.right, index)
        _check_talk(made, ledger, index, allowed=allow_same_conversation)
    check_clashes(made, ledger, index)


def check_clashes(made: Decision, ledger: Sequence[Decision], index: Index) -> None:
    """Raise `InputError` where a person's decision cannot be beside those that stand."""
    before = clashes(index, ledger)
    for apart, merges in clashes(index, [*ledger, made]).items():
        if apart not in before or made in merges:
            known = {item.uid: item for item in ledger}
            against = [item for item in (known.get(apart), *merges) if item and item != made]
            raise InputError(
                f"That cannot be beside what people have decided: {told(against)}",
                next_step="Take one of these back first, with `graphmem decisions undo`.",
            )


def _check_owners(left: Side, right: Side, index: Index) -> None:
    owners = index.human(left.owner), index.human(right.owner)
    if all(owners) and owners[0] != owners[1]:
        names = [index.person_name(owner or "") for owner in owners]
        raise InputError(
            f"{left.name} and {right.name} belong to two people, {names[0]} and {names[1]}.",
            next_step="If the two are one human, merge the people first.",
        )


def _check_talk(made: Decision, ledger: Sequence[Decision], index: Index, *, allowed: bool) -> None:
    """Nobody becomes one with whom they talk to, unless a person says so of exactly these two.

    Their word counts where they confirm it: it is more often a slip than meant.
    """
    if not made.left.kind == made.right.kind == "person":
        return
    said = _pairs(item for item in standing_rulings(ledger) if item.verdict is Verdict.MERGE)
    exactly = _pairs([made])
    humans = [
        sorted(
            {one for uid in side.uids for one in index.bearers(uid)}, key=index.place.__getitem__
        )
        for side in (made.left, made.right)
    ]
    for one, other in product(*humans):
        left, right = index.people[one], index.people[other]
        places = sorted({*left.conversation_ids} & {*right.conversation_ids})
        pair = frozenset([one, other])
        if one == other or not places or pair in said or (allowed and pair in exactly):
            continue
        problem = (
            f"That would make {left.name} and {right.name} one, who talk to each other in "
            f"{places[0]}."
        )
        if pair in exactly:
            raise SameConversationError(
                problem,
                next_step="If they are one human all the same, say so: `graphmem merge --yes`, or "
                "`allow_same_conversation` true in Python or over HTTP.",
            )
        raise InputError(
            problem, next_step="If these two are one human, merge exactly the two first."
        )


def _pairs(merges: Iterable[Decision]) -> set[frozenset[str]]:
    return {frozenset(pair) for item in merges for pair in product(item.left.uids, item.right.uids)}
