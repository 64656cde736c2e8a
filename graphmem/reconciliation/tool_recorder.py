"""The four tools as the agents of rules use them: every use leaves a line in the decision."""

from collections.abc import Callable

from graphmem.errors import NotFoundError
from graphmem.model.decision import ToolCall
from graphmem.model.tools import (
    Comparison,
    ConversationContext,
    EntityTimeline,
    Finding,
    MemoryTools,
)
from graphmem.reconciliation import reasons

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
