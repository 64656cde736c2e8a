"""A person's own word: a merge, a separation, or taking a decision back."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from graphmem.errors import InputError
from graphmem.model.decision import Decision, LayerEntity, Side, Verdict
from graphmem.model.memory import Snapshot
from graphmem.reconciliation.clashes import clashes
from graphmem.reconciliation.rulings import by_person, standing_rulings, taken_back, told
from graphmem.reconciliation.sides import Sides
from graphmem.tools import Index

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
) -> Decision:
    """The decision of a person that left and right are one, or are not.

    Uids are of Person, of session-layer entities, of lasting keys, or of ``entities`` (the layers
    as they stand); ``canonical`` gives who is one human. Raises `NotFoundError` for a uid that the
    space does not hold, and `InputError` where both sides hold the same, where people and things
    are mixed on one side, where a merge would mix what two humans own or make two one who talk to
    each other, and where what people decided before stands against it.
    """
    index = Index(snapshot, canonical)
    sides = Sides(index, entities)
    left, right = sides.of(tuple(left_uids)), sides.of(tuple(right_uids))
    sides.check_apart(left, right)
    said = reason or f"A person says that they are {_WORDS[verdict]}."
    layer, held = sides.layer(left, right), sides.held
    made = by_person(snapshot.space, layer, verdict, (left, right), said, ledger, held)
    _check(made, ledger, index)
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
    separation is withdrawn. Raises `InputError` where nothing is left to take back, and where
    `person_decision` would not let the new decision be.
    """
    made = taken_back(snapshot.space, ledger, undone)
    _check(made, ledger, Index(snapshot, canonical))
    return made


def _check(made: Decision, ledger: Sequence[Decision], index: Index) -> None:
    if made.verdict is Verdict.MERGE:
        _check_owners(made.left, made.right, index)
        _check_talk(made, ledger, index)
    before = clashes(index, ledger)
    for apart, merges in clashes(index, [*ledger, made]).items():
        if apart not in before:
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


def _check_talk(made: Decision, ledger: Sequence[Decision], index: Index) -> None:
    """Nobody becomes one with whom they talk to, unless a person says so of exactly these two."""
    if not made.left.kind == made.right.kind == "person":
        return
    said = {
        frozenset(pair)
        for item in (*standing_rulings(ledger), made)
        if item.verdict is Verdict.MERGE
        for pair in product(item.left.uids, item.right.uids)
    }
    humans = [
        sorted(
            {one for uid in side.uids for one in index.bearers(uid)}, key=index.place.__getitem__
        )
        for side in (made.left, made.right)
    ]
    for one, other in product(*humans):
        left, right = index.people[one], index.people[other]
        places = sorted({*left.conversation_ids} & {*right.conversation_ids})
        if one != other and places and frozenset([one, other]) not in said:
            raise InputError(
                f"That would make {left.name} and {right.name} one, who talk to each other in "
                f"{places[0]}.",
                next_step="If these two are one human, merge exactly the two first.",
            )
