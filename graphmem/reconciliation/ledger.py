"""The ledger: what people decided, what still stands, and what replaces what."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.model.decision import Decider, Decision, Judgement, Layer, Side, Verdict
from graphmem.model.ids import content_digest, uid


class Ruling(NamedTuple):
    """A person's decision about two uids."""

    verdict: Verdict
    decision_uid: str
    place: int


class Ledger:
    """The decisions that stood before this plan."""

    def __init__(self, space: str, decisions: Iterable[Decision]) -> None:
        self.space = space
        self._before = {decision.uid: decision for decision in decisions}
        self.rulings = standing_rulings(self._before.values())
        self._ruled: dict[tuple[str, str], Ruling] = {}
        self._with: defaultdict[str, dict[str, Ruling]] = defaultdict(dict)
        # Of two that contradict each other, the one that keeps apart is followed.
        in_order = sorted(self.rulings, key=lambda d: (d.verdict is Verdict.SEPARATE, *_told(d)))
        for place, decision in enumerate(in_order):
            ruling = Ruling(decision.verdict, decision.uid, place)
            for left, right in product(decision.left.uids, decision.right.uids):
                self._ruled.pop((right, left), None)
                self._ruled[left, right] = ruling
                self._with[left][right] = self._with[right][left] = ruling
        self._by_inputs = {
            (item.layer, _two(item.left, item.right), item.inputs_digest): item
            for item in sorted(self._before.values(), key=_told, reverse=True)
            if item.decided_by is Decider.MODEL
        }

    def ruling(self, left: Iterable[str], right: Iterable[str]) -> Ruling | None:
        """What a person decided about any of the left and any of the right."""
        if not self._with:
            return None
        others = frozenset(right)
        found = [ruling for uid, ruling in self.ruled_with(left) if uid in others]
        apart = [item for item in found if item.verdict is Verdict.SEPARATE]
        return min(apart or found, key=lambda item: item.place, default=None)

    def ruled_with(self, uids: Iterable[str]) -> list[tuple[str, Ruling]]:
        """The uids that a person ruled on together with any of these, with the ruling."""
        return [item for uid in uids if uid in self._with for item in self._with[uid].items()]

    def ruled_pairs(self, verdict: Verdict) -> list[tuple[str, str, str]]:
        """Every two uids that a person ruled so, with the decision, each pair once."""
        in_order = sorted(self._ruled.items(), key=lambda item: item[1].place)
        return [
            (left, right, ruling.decision_uid)
            for (left, right), ruling in in_order
            if ruling.verdict is verdict
        ]

    def remembered(
        self, layer: Layer, left: Side, right: Side, inputs_digest: str
    ) -> Decision | None:
        """What a model decided about the same two on the same evidence."""
        key = (layer, _two(left, right), inputs_digest)
        return self._by_inputs.get(key)

    def in_force(self, made: Iterable[Decision]) -> tuple[Decision, ...]:
        """These and what people decided; a new one takes the place of what it differs from."""
        now = {decision.uid: decision for decision in made}
        gone = [
            decision
            for decision in sorted(self._before.values(), key=_told)
            if decision.decided_by is not Decider.PERSON and decision.uid not in now
        ]
        beside: defaultdict[tuple[Layer, str], list[Decision]] = defaultdict(list)
        for decision in gone:
            for member in {*decision.left.uids, *decision.right.uids}:
                beside[decision.layer, member].append(decision)
        kept = [self._placed(decision, beside) for decision in now.values()]
        return tuple(sorted([*kept, *self.rulings], key=lambda item: item.uid))

    def _placed(
        self, decision: Decision, gone: dict[tuple[Layer, str], list[Decision]]
    ) -> Decision:
        before = self._before.get(decision.uid)
        if before is not None:
            return decision.model_copy(update={"replaces": before.replaces})
        near = [
            other
            for member in decision.left.uids
            for other in gone.get((decision.layer, member), ())
            if _same_two(decision, other)
        ]
        replaced = min(near, key=_told, default=None)
        return decision.model_copy(update={"replaces": replaced.uid}) if replaced else decision


def _told(decision: Decision) -> tuple[object, ...]:
    """A key that sorts decisions by what people read of them, and by uid last."""
    sides = [(side.conversation_ids, side.name) for side in (decision.left, decision.right)]
    return (*sides, decision.layer, decision.verdict, decision.reason, decision.uid)


def _two(left: Side, right: Side) -> frozenset[frozenset[str]]:
    return frozenset([frozenset(left.uids), frozenset(right.uids)])


def _same_two(one: Decision, other: Decision) -> bool:
    left, right = set(other.left.uids), set(other.right.uids)
    straight = left.intersection(one.left.uids) and right.intersection(one.right.uids)
    crossed = left.intersection(one.right.uids) and right.intersection(one.left.uids)
    return bool(straight or crossed)


def standing_rulings(ledger: Iterable[Decision]) -> tuple[Decision, ...]:
    """What people decided and did not take back or replace, sorted by uid."""
    by_people = [item for item in ledger if item.decided_by is Decider.PERSON]
    past = {uid for item in by_people for uid in (item.undoes, item.replaces) if uid}
    return tuple(sorted((i for i in by_people if i.uid not in past), key=lambda item: item.uid))


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
    return Decision(
        uid=_uid(space, layer, judgement.verdict, left, right, decided_by, judgement.confident),
        layer=layer,
        verdict=judgement.verdict,
        confident=judgement.confident,
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
    reason = f"{merge.reason} But that would bring together what is kept apart."
    return merge.model_copy(
        update={
            "uid": _uid(
                space,
                merge.layer,
                Verdict.SEPARATE,
                merge.left,
                merge.right,
                merge.decided_by,
                False,
            ),
            "verdict": Verdict.SEPARATE,
            "confident": False,
            "reason": reason,
        }
    )


def by_person(
    space: str,
    layer: Layer,
    verdict: Verdict,
    sides: tuple[Side, Side],
    reason: str,
    ledger: Sequence[Decision],
) -> Decision:
    """A person's decision; it replaces what people decided about the same two before."""
    left, right = sides
    before = [
        item.uid
        for item in standing_rulings(ledger)
        if _two(item.left, item.right) == _two(left, right)
    ]
    replaces = min(before, default=None)
    digest = content_digest(replaces or "")
    return Decision(
        uid=_uid(space, layer, verdict, left, right, Decider.PERSON, True, digest),
        layer=layer,
        verdict=verdict,
        left=left,
        right=right,
        score=1.0 if verdict is Verdict.MERGE else 0.0,
        reason=reason,
        decided_by=Decider.PERSON,
        replaces=replaces,
    )


def undo_decision(space: str, ledger: Sequence[Decision], undone: Decision) -> Decision:
    """The person's decision that takes this one back: its opposite, for ever.

    Raises `InputError` where the ledger says that it was taken back already.
    """
    if any(item.undoes == undone.uid for item in ledger):
        raise InputError(
            f"Decision {undone.uid} was taken back already.",
            next_step="Take back the decision that undid it to have it again.",
        )
    verdict = Verdict.SEPARATE if undone.verdict is Verdict.MERGE else Verdict.MERGE
    digest = content_digest("undo", undone.uid)
    return undone.model_copy(
        update={
            "uid": _uid(
                space,
                undone.layer,
                verdict,
                undone.left,
                undone.right,
                Decider.PERSON,
                True,
                digest,
            ),
            "verdict": verdict,
            "confident": True,
            "score": 1.0 if verdict is Verdict.MERGE else 0.0,
            "parts": (),
            "tools": (),
            "reason": f"Taken back by a person. What was decided: {undone.reason}",
            "decided_by": Decider.PERSON,
            "model": None,
            "transcript": (),
            "inputs_digest": "",
            "replaces": None,
            "undoes": undone.uid,
        }
    )


def _uid(
    space: str,
    layer: Layer,
    verdict: Verdict,
    left: Side,
    right: Side,
    decided_by: Decider,
    confident: bool,
    digest: str = "",
) -> str:
    inputs = content_digest(decided_by, str(confident), digest)
    # Which of the two is left is told, and makes no other decision of it.
    uids = sorted(sorted(side.uids) for side in (left, right))
    sides = [content_digest(*side) for side in uids]
    return uid(space, "decision", layer, verdict, *sides, inputs)
