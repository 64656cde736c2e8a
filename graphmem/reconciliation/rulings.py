"""Decisions as they are made, and rulings of people, which stand against others."""

from collections.abc import Callable, Iterable, Sequence, Set

from graphmem.errors import InputError
from graphmem.model.decision import Decider, Decision, Judgement, Layer, Side, Verdict
from graphmem.model.ids import content_digest, uid

_BUT = " But that would bring together what is kept apart."


def standing_rulings(ledger: Iterable[Decision]) -> tuple[Decision, ...]:
    """Decisions of people not taken back or replace, sorted by uid.

    A separation that was withdrawn counts as never said: what it replaced stands again.
    """
    said = [item for item in ledger if item.decided_by is Decider.PERSON]
    withdrawn = {item.undoes for item in said if item.is_withdrawal}
    valid = [item for item in said if not item.is_withdrawal and item.uid not in withdrawn]
    past = {uid for item in valid for uid in (item.undoes, item.replaces) if uid}
    return tuple(sorted((i for i in valid if i.uid not in past), key=lambda item: item.uid))


def withdrawals(ledger: Iterable[Decision]) -> tuple[Decision, ...]:
    """Every taking back of a person's own separation, sorted by uid."""
    return tuple(sorted((i for i in ledger if i.is_withdrawal), key=lambda item: item.uid))


def by_person(
    space: str,
    layer: Layer,
    verdict: Verdict,
    sides: tuple[Side, Side],
    reason: str,
    ledger: Sequence[Decision],
    held: Callable[[Side], frozenset[str]],
) -> Decision:
    """A person's decision; it replaces what people said of the same two before.

    So does it where only parts of the two are the same and they said the opposite; ``held`` tells
    what a side is made of. Raises `InputError` where several such rulings stand: one word replaces
    one word.
    """
    two = held(sides[0]), held(sides[1])
    before = [
        item
        for item in standing_rulings(ledger)
        if set(found := (held(item.left), held(item.right))) == set(two)
        or (item.verdict is not verdict and same_two(two, found))
    ]
    if len(before) > 1:
        raise InputError(
            f"People have decided otherwise: {told(before)}",
            next_step="Take these decisions back first, with `graphmem decisions undo`.",
        )
    replaces = before[0].uid if before else None
    return Decision(
        uid=_unused(space, layer, verdict, sides, ledger, replaces or ""),
        layer=layer,
        verdict=verdict,
        left=sides[0],
        right=sides[1],
        score=_score(verdict),
        reason=reason,
        decided_by=Decider.PERSON,
        replaces=replaces,
    )


def taken_back(
    space: str,
    ledger: Sequence[Decision],
    undone: Decision,
    held: Callable[[Side], frozenset[str]],
) -> Decision:
    """The person's decision that takes this one back.

    Of a merge it is a separation, for ever; of the rules' or a model's separation a merge; of a
    person's own separation its withdrawal. Raises `InputError` where nothing is left to take back,
    naming what is in force about what the two sides hold, and where the two are undecided.
    """
    _check_in_force(ledger, undone, held)
    _check_decided(undone)
    own = undone.decided_by is Decider.PERSON and undone.verdict is Verdict.SEPARATE
    opposite = Verdict.SEPARATE if undone.verdict is Verdict.MERGE else Verdict.MERGE
    verdict = Verdict.SEPARATE if own else opposite
    word = "Withdrawn by a person; the two are judged anew" if own else "Taken back by a person"
    sides = undone.left, undone.right
    return undone.model_copy(
        update={
            "uid": _unused(space, undone.layer, verdict, sides, ledger, undone.uid, not own),
            "verdict": verdict,
            "confident": not own,
            "score": _score(verdict),
            "parts": (),
            "tools": (),
            "reason": f"{word}. What was decided: {undone.reason}",
            "decided_by": Decider.PERSON,
            "model": None,
            "transcript": (),
            "inputs_digest": "",
            "replaces": None,
            "undoes": undone.uid,
            "judged": None,
        }
    )


def _check_in_force(
    ledger: Sequence[Decision], undone: Decision, held: Callable[[Side], frozenset[str]]
) -> None:
    if undone.is_withdrawal:
        raise InputError(
            f"Decision {undone.uid} only took a separation back.",
            next_step="`graphmem separate` keeps the two apart again.",
        )
    rulings = standing_rulings(ledger)
    undoing = [item for item in rulings if item.undoes == undone.uid]
    if undoing:
        raise InputError(
            f"Decision {undone.uid} was taken back already.",
            next_step=f"Take back {undoing[0].uid}, which undid it, to have it again.",
        )
    in_force = [*rulings, *(item for item in ledger if item.decided_by is not Decider.PERSON)]
    if undone.uid in {item.uid for item in in_force}:
        return
    two = held(undone.left), held(undone.right)
    about = [item for item in in_force if same_two(two, (held(item.left), held(item.right)))]
    if not about:
        raise InputError(
            f"Decision {undone.uid} is no longer in force, and nothing else is about these two.",
            next_step="`graphmem merge` or `graphmem separate` decides.",
        )
    raise InputError(
        f"Decision {undone.uid} is no longer in force. In force about these two: {told(about)}",
        next_step="`graphmem merge` or `graphmem separate` decides otherwise.",
    )


def _check_decided(undone: Decision) -> None:
    if undone.confident:
        return
    raise InputError(
        f"{undone.uid} decides nothing: whether {undone.left.name} and {undone.right.name} are "
        "one was left open.",
        next_step="`graphmem merge` or `graphmem separate` decides, with "
        f"{undone.left.uids[0]} {undone.right.uids[0]} or the two by name.",
    )


def told(rulings: Iterable[Decision]) -> str:
    """Rulings for people to read: which, and about what."""
    return "; ".join(_told(item) for item in rulings) + "."


def _told(ruling: Decision) -> str:
    sign = "=" if ruling.verdict is Verdict.MERGE else "≠"
    word = ruling.verdict.value if ruling.confident else "undecided"
    left, right = (
        f"{side.name} ({', '.join(side.conversation_ids)})" for side in (ruling.left, ruling.right)
    )
    return f"{ruling.uid} ({word}: {left} {sign} {right})"


def same_two(one: tuple[Set[str], Set[str]], other: tuple[Set[str], Set[str]]) -> bool:
    """Tells whether two decisions have something of both their sides in common."""
    straight = one[0] & other[0] and one[1] & other[1]
    crossed = one[0] & other[1] and one[1] & other[0]
    return bool(straight or crossed)


def _score(verdict: Verdict) -> float:
    return 1.0 if verdict is Verdict.MERGE else 0.0


def _unused(
    space: str,
    layer: Layer,
    verdict: Verdict,
    sides: tuple[Side, Side],
    ledger: Iterable[Decision],
    about: str,
    confident: bool = True,
) -> str:
    """A uid of its own for every word: people may say, take back and say the same again."""
    known = {item.uid for item in ledger}
    for number in range(len(known) + 1):
        digest = content_digest(about, str(number)) if number else content_digest(about)
        found = decision_uid(space, layer, verdict, sides, Decider.PERSON, confident, digest)
        if found not in known:
            return found
    raise AssertionError("unreachable")


def decision(
    space: str,
    layer: Layer,
    sides: tuple[Side, Side],
    judgement: Judgement,
    decided_by: Decider,
    *,
    inputs_digest: str = "",
) -> Decision:
    """A judgement as a Decision; its uid stays while who, what and verdict do."""
    left, right = sides
    verdict, confident = judgement.verdict, judgement.confident
    return Decision(
        uid=decision_uid(space, layer, verdict, sides, decided_by, confident),
        layer=layer,
        verdict=verdict,
        confident=confident,
        left=left,
        right=right,
        score=judgement.score,
        parts=judgement.parts,
        tools=judgement.tools,
        reason=judgement.reason,
        decided_by=decided_by,
        model=judgement.model,
        transcript=judgement.transcript,
        inputs_digest=inputs_digest,
    )


def refused(space: str, merge: Decision) -> Decision:
    """A merge that the others exclude, as what is left undecided."""
    return merge.model_copy(
        update={
            "uid": _uid_of(space, merge, Verdict.SEPARATE, confident=False),
            "verdict": Verdict.SEPARATE,
            "confident": False,
            "reason": f"{merge.reason}{_BUT}",
            "judged": Verdict.MERGE,
        }
    )


def as_judged(space: str, made: Decision) -> Decision:
    """The decision before others refused it: a refusal says nothing of the evidence."""
    if made.judged is not Verdict.MERGE:
        return made
    return made.model_copy(
        update={
            "uid": _uid_of(space, made, Verdict.MERGE, confident=True),
            "verdict": Verdict.MERGE,
            "confident": True,
            "reason": made.reason.removesuffix(_BUT),
            "judged": None,
        }
    )


def decision_uid(
    space: str,
    layer: Layer,
    verdict: Verdict,
    sides: tuple[Side, Side],
    decided_by: Decider,
    confident: bool,
    digest: str = "",
) -> str:
    """The uid of a decision about two sides; ``digest`` tells apart what a person says again."""
    inputs = content_digest(decided_by, str(confident), digest)
    # Which of the two is left is told, and makes no other decision of it.
    uids = sorted(sorted(side.uids) for side in sides)
    return uid(space, "decision", layer, verdict, *(content_digest(*side) for side in uids), inputs)


def _uid_of(space: str, made: Decision, verdict: Verdict, *, confident: bool) -> str:
    sides = made.left, made.right
    return decision_uid(space, made.layer, verdict, sides, made.decided_by, confident)
