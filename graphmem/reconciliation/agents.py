"""Who judges the pairs of layer 3: a judge where there is one, the agent of rules else."""

from collections.abc import Mapping, Sequence

from graphmem.errors import GraphMemError
from graphmem.model.decision import (
    Decider,
    Decision,
    Judgement,
    Layer,
    LayerEntity,
    MergeWeights,
    Side,
    Verdict,
)
from graphmem.model.ids import content_digest
from graphmem.reconciliation.agent import RuleAgent
from graphmem.reconciliation.evidence import Certainty, Evidence, evidence
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.judge import Judge
from graphmem.reconciliation.known import Candidate
from graphmem.reconciliation.ledger import Ledger, decision
from graphmem.tools import SnapshotTools


class Agents:
    """The agent of rules, and a judge that is asked first where there is one."""

    def __init__(
        self,
        found: Sequence[Candidate],
        facts: Facts,
        weights: MergeWeights,
        ledger: Ledger,
        layers: Mapping[str, LayerEntity],
        judge: Judge | None,
        certainty: Certainty,
    ) -> None:
        self._facts, self._ledger = facts, ledger
        self._layers, self._judge, self._certainty = layers, judge, certainty
        # A side begins with the uid of its thing.
        self._candidates = {(item.pair.left.uid, item.pair.right.uid): item for item in found}
        self._rules = RuleAgent(weights, self._evidence)

    def decide(self, candidate: Candidate, sides: tuple[Side, Side]) -> Decision:
        """The decision about a pair: one that a model made on the same evidence, or a new one."""
        pair = candidate.pair
        digest = content_digest(*self._facts.digest_parts([pair.left, pair.right]))
        known = self._ledger.remembered(Layer.PERSON, *sides, digest)
        if known is not None:
            return known
        focus = frozenset([*pair.left.bases, *pair.right.bases])
        tools = SnapshotTools.over(self._facts.index, self._layers, focus)
        judgement, decided_by = self._judged(sides, tools)
        return decision(
            self._ledger.space,
            Layer.PERSON,
            sides,
            judgement,
            decided_by,
            inputs_digest=digest,
        )

    def _judged(self, sides: tuple[Side, Side], tools: SnapshotTools) -> tuple[Judgement, Decider]:
        if self._judge is None:
            return self._rules.decide(*sides, tools), Decider.RULE
        try:
            return _only_if_sure(self._judge.decide(*sides, tools)), Decider.MODEL
        except GraphMemError as error:
            judgement = self._rules.decide(*sides, tools)
            reason = f"{judgement.reason} (Decided by rules: the model failed. {error.problem})"
            return judgement.model_copy(update={"reason": reason}), Decider.RULE

    def _evidence(self, left: Side, right: Side) -> Evidence:
        candidate = self._candidates[left.uids[0], right.uids[0]]
        return evidence(candidate.pair, candidate.human, self._facts, self._certainty)


def _only_if_sure(judgement: Judgement) -> Judgement:
    """A merge that the judge itself doubts is none."""
    if judgement.verdict is Verdict.SEPARATE or judgement.confident:
        return judgement
    reason = f"{judgement.reason} (Not sure enough to merge.)"
    return judgement.model_copy(update={"verdict": Verdict.SEPARATE, "reason": reason})
