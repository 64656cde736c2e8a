"""Layer 3 for things: the evidence and the tools for each pair, and who judges it."""

from collections.abc import Mapping, Sequence

from graphmem.model.decision import Decision, LayerEntity, MergeWeights, Side
from graphmem.model.ids import content_digest
from graphmem.reconciliation.agent import RuleAgent
from graphmem.reconciliation.evidence import Certainty, Evidence, evidence
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.judging import Judging
from graphmem.reconciliation.known import Candidate
from graphmem.tools import SnapshotTools


class Agents:
    """Decides the candidates of one plan."""

    def __init__(
        self,
        found: Sequence[Candidate],
        facts: Facts,
        weights: MergeWeights,
        layers: Mapping[str, LayerEntity],
        judging: Judging,
        certainty: Certainty,
    ) -> None:
        self._facts, self._layers = facts, layers
        self._judging, self._certainty = judging, certainty
        # A side begins with the uid of its thing.
        self._candidates = {(item.pair.left.uid, item.pair.right.uid): item for item in found}
        self._rules = RuleAgent(weights, self._evidence)

    def decide(self, candidate: Candidate, sides: tuple[Side, Side]) -> Decision:
        """The decision about a pair: one that a model made on the same evidence, or a new one."""
        pair = candidate.pair
        digest = content_digest(*self._facts.digest_parts([pair.left, pair.right]))
        focus = frozenset([*pair.left.bases, *pair.right.bases])
        tools = SnapshotTools.over(self._facts.index, self._layers, focus)
        return self._judging.decide(sides, tools, self._rules, digest)

    def _evidence(self, left: Side, right: Side) -> Evidence:
        candidate = self._candidates[left.uids[0], right.uids[0]]
        return evidence(candidate.pair, candidate.human, self._facts, self._certainty)
