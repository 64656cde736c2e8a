"""The ledger: what people decided, what still stands, and what replaces what."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import product
from typing import NamedTuple

from graphmem.model.decision import Decider, Decision, Layer, Side, Verdict
from graphmem.reconciliation.rulings import as_judged, same_two, standing_rulings, withdrawals


class UserDecision(NamedTuple):
    """A person's decision about two uids."""

    verdict: Verdict
    decision_uid: str
    place: int


class DecisionLog:
    """The decisions that stood before: all that people made, and others as far as seen."""

    def __init__(self, space: str, decisions: Iterable[Decision]) -> None:
        self.space = space
        self._before: dict[str, Decision] = {}
        self._by_inputs: dict[tuple[Layer, frozenset[frozenset[str]], str], Decision] = {}
        given = tuple(decisions)
        self.remember(given)
        self.rulings = standing_rulings(given)
        self.withdrawals = withdrawals(given)
        self._ruled: dict[tuple[str, str], UserDecision] = {}
        self._with: defaultdict[str, dict[str, UserDecision]] = defaultdict(dict)
        # Of two that contradict each other, the one that keeps apart is followed.
        in_order = sorted(self.rulings, key=lambda d: (d.verdict is Verdict.SEPARATE, *_told(d)))
        for place, decision in enumerate(in_order):
            ruling = UserDecision(decision.verdict, decision.uid, place)
            for left, right in product(decision.left.uids, decision.right.uids):
                self._ruled.pop((right, left), None)
                self._ruled[left, right] = ruling
                self._with[left][right] = self._with[right][left] = ruling

    def remember(self, decisions: Iterable[Decision]) -> None:
        """Take note of decisions that stand; of two on the same evidence the first told counts."""
        new = {item.uid: item for item in decisions}
        self._before |= new
        for item in sorted(new.values(), key=_told, reverse=True):
            if item.decided_by is Decider.MODEL:
                self._by_inputs[item.layer, _two(item.left, item.right), item.inputs_digest] = item

    def ruling(self, left: Iterable[str], right: Iterable[str]) -> UserDecision | None:
        """A person's decision about any of the left and any of the right."""
        if not self._with:
            return None
        others = frozenset(right)
        found = [ruling for uid, ruling in self.ruled_with(left) if uid in others]
        apart = [item for item in found if item.verdict is Verdict.SEPARATE]
        return min(apart or found, key=lambda item: item.place, default=None)

    def ruled_with(self, uids: Iterable[str]) -> list[tuple[str, UserDecision]]:
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
        """A model's decision about the same two on the same evidence, refused then or not."""
        known = self._by_inputs.get((layer, _two(left, right), inputs_digest))
        return None if known is None else as_judged(self.space, known)

    def in_force(
        self, made: Iterable[Decision], touched: Collection[str] | None = None
    ) -> tuple[Decision, ...]:
        """These and what people decided; a new one takes the place of what it differs from.

        ``touched`` are those that no longer stand unless they are made again; None for all.
        """
        now = {decision.uid: decision for decision in made}
        gone = [
            decision
            for decision in sorted(self._before.values(), key=_told)
            if decision.decided_by is not Decider.PERSON
            and decision.uid not in now
            and (touched is None or decision.uid in touched)
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
        two = set(decision.left.uids), set(decision.right.uids)
        near = [
            other
            for member in decision.left.uids
            for other in gone.get((decision.layer, member), ())
            if same_two(two, (set(other.left.uids), set(other.right.uids)))
        ]
        replaced = min(near, key=_told, default=None)
        return decision.model_copy(update={"replaces": replaced.uid}) if replaced else decision


def _told(decision: Decision) -> tuple[object, ...]:
    """A key that sorts decisions by what people read of them, and by uid last."""
    sides = [(side.conversation_ids, side.name) for side in (decision.left, decision.right)]
    return (*sides, decision.layer, decision.verdict, decision.reason, decision.uid)


def _two(left: Side, right: Side) -> frozenset[frozenset[str]]:
    return frozenset([frozenset(left.uids), frozenset(right.uids)])
