"""The agent of layer 3 that needs no model: it calls the four tools and reasons over them."""

from collections.abc import Callable
from typing import NamedTuple

from graphmem.errors import NotFoundError
from graphmem.model.decision import Judgement, MergeWeights, Side, ToolCall, Verdict
from graphmem.model.tools import (
    Comparison,
    ConversationContext,
    EntityTimeline,
    Finding,
    MemoryTools,
    Order,
)
from graphmem.reconciliation import reasons
from graphmem.reconciliation.evidence import PairEvidence
from graphmem.reconciliation.scoring import Score, total

_RESULT = 300  # characters of a tool's result that a decision keeps
Findings = tuple[Finding, ...]


class ToolRecorder:
    """One look at a pair; ``calls`` are what was asked so far and, in a line each, what it gave."""

    def __init__(self, tools: MemoryTools) -> None:
        self._tools = tools
        self._calls: list[ToolCall] = []

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Calls of tools so far."""
        return tuple(self._calls)

    def timeline(self, name: str, person: str) -> EntityTimeline | None:
        """Timeline of a name; None where nothing in the record bears it."""
        try:
            found = self._tools.get_entity_timeline(name, person)
        except NotFoundError as error:
            self._note("get_entity_timeline", error.problem, entity_name=name, person_id=person)
            return None
        told = reasons.told_timeline(found)
        self._note("get_entity_timeline", told, entity_name=name, person_id=person)
        return found

    def comparison(self, name: str, conv_a: str, conv_b: str) -> Comparison:
        """Two conversations side by side."""
        found = self._tools.compare_entities_across_conversations(name, conv_a, conv_b)
        self._note(
            "compare_entities_across_conversations",
            reasons.told_comparison(found),
            entity_name=name,
            conv_A=conv_a,
            conv_B=conv_b,
        )
        return found

    def context(self, conversation_id: str, entity_id: str) -> ConversationContext:
        """Context in one conversation."""
        found = self._tools.get_conversation_context(conversation_id, entity_id)
        told = reasons.told_context(found)
        self._note("get_conversation_context", told, conv_id=conversation_id, entity_id=entity_id)
        return found

    def contradictions(self, entity_id: str, among: Callable[[Findings], Findings]) -> Findings:
        """Contradictions about it, as far as it is ``among`` what matters."""
        found = among(self._tools.detect_contradictions(entity_id).findings)
        self._note("detect_contradictions", reasons.told_findings(found), entity_id=entity_id)
        return found

    def _note(self, tool: str, result: str, **arguments: str) -> None:
        self._calls.append(ToolCall(tool=tool, arguments=arguments, result=result[:_RESULT]))


class Looked(NamedTuple):
    """What the tools showed of a pair."""

    timeline: EntityTimeline | None
    comparison: Comparison
    findings: tuple[Finding, ...]
    calls: tuple[ToolCall, ...]


class RuleAgent:
    """A `graphmem.reconciliation.judging.Judge` that is the same every time.

    ``evidence`` gives what the names and words of two sides show beside the tools.
    """

    def __init__(
        self, weights: MergeWeights, evidence: Callable[[Side, Side], PairEvidence]
    ) -> None:
        self._weights = weights
        self._evidence = evidence

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        """MERGE above the confident band, SEPARATE else; undecided where it is merely not shown."""
        evidence = self._evidence(left, right)
        looked = look(left, right, evidence, tools)
        against = reasons.against(evidence, looked.comparison, looked.findings)
        score = self._score(evidence, looked, excluded=bool(against))
        merge = score.value >= self._weights.across_merge and not against
        return Judgement(
            verdict=Verdict.MERGE if merge else Verdict.SEPARATE,
            confident=merge or bool(against),
            score=score.value,
            parts=score.parts,
            reason=reasons.across(
                evidence, looked.timeline, looked.comparison, looked.findings, against, merge
            ),
            tools=looked.calls,
        )

    def _score(self, evidence: PairEvidence, looked: Looked, *, excluded: bool) -> Score:
        weights = self._weights
        in_order = looked.comparison.order in {Order.A_FIRST, Order.B_FIRST}
        overlaps = looked.comparison.order is Order.OVERLAPPING
        return total(
            [
                ("name", evidence.name, weights.across_name),
                ("owner", evidence.owner, weights.across_owner),
                ("unique", evidence.unique, weights.across_unique),
                (
                    "named",
                    float(bool(reasons.shared_names(looked.comparison))),
                    weights.across_named,
                ),
                ("time", 1.0 if in_order else 0.5 if overlaps else 0.0, weights.across_time),
                ("words", evidence.words, weights.across_words),
                ("against", float(excluded), weights.across_against),
            ]
        )


def look(left: Side, right: Side, evidence: PairEvidence, tools: MemoryTools) -> Looked:
    """Use the four tools on a pair, and keep what they said in a line each."""
    looking = ToolRecorder(tools)
    first, second = (right, left) if evidence.right_first else (left, right)
    name, conv_a, conv_b = evidence.asked, first.conversation_ids[0], second.conversation_ids[0]
    timeline = looking.timeline(name, evidence.person)
    comparison = looking.comparison(name, conv_a, conv_b)
    for side, conversation_id in ((first, conv_a), (second, conv_b)):
        looking.context(conversation_id, side.uids[0])
    findings = looking.contradictions(name, lambda found: between(found, comparison))
    return Looked(timeline, comparison, findings, looking.calls)


def between(findings: tuple[Finding, ...], comparison: Comparison) -> tuple[Finding, ...]:
    """The findings that set one side against the other."""
    a = {item.statement_uid for item in comparison.a.statements}
    b = {item.statement_uid for item in comparison.b.statements}
    return tuple(
        item
        for item in findings
        if (item.earlier.statement_uid in a and item.later.statement_uid in b)
        or (item.earlier.statement_uid in b and item.later.statement_uid in a)
    )
