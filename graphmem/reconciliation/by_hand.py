"""A person's own word: a merge, a separation, or taking a decision back."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from graphmem.errors import InputError, SameConversationError
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
                "`allow_same_conversation` true in Python, over HTTP and MCP.",
            )
        raise InputError(
            problem, next_step="If these two are one human, merge exactly the two first."
        )


def _pairs(merges: Iterable[Decision]) -> set[frozenset[str]]:
    return {frozenset(pair) for item in merges for pair in product(item.left.uids, item.right.uids)}
