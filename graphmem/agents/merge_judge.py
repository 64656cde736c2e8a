"""A language model that decides merges across conversations, with the four tools."""

from functools import cache
from importlib.resources import files

from graphmem.adapters.llm import LanguageModel, Message
from graphmem.agents.side_by_side import in_lines, side_by_side
from graphmem.agents.tool_use import bind_tools, summarise
from graphmem.errors import GraphMemError
from graphmem.model.base import Frozen
from graphmem.model.decision import Judgement, Side, ToolCall, Verdict
from graphmem.model.search import ScorePart
from graphmem.model.tools import Finding, MemoryTools
from graphmem.model.workspace import Confidence, Words


class MergeVerdict(Frozen):
    """What the model answers."""

    verdict: Verdict
    confidence: Confidence
    reason: Words


class MergeJudge:
    """Decides with a language model; ``sure_from`` is the confidence that a merge needs.

    ``max_steps`` bounds the answers in which the model may use tools.
    """

    def __init__(self, model: LanguageModel, *, max_steps: int = 8, sure_from: float = 0.7) -> None:
        self._model = model
        self._max_steps = max_steps
        self._sure_from = sure_from

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        """Show the model both sides, let it look further, and take its verdict.

        A merge that it is not sure of is none. ``score`` is how likely the two are one, from 0
        to 1. Raises an `LlmError`.
        """
        view, looked = _view(left, right, tools)
        asked = "\n\n".join(filter(None, [describe(left, right), view, "Are they the same?"]))
        talk = self._model.converse(
            [Message("system", _instructions()), Message("user", asked)],
            bind_tools(tools, in_lines),
            MergeVerdict,
            max_steps=self._max_steps,
        )
        told = talk.result
        sure = told.confidence >= self._sure_from
        merge = told.verdict is Verdict.MERGE
        score = told.confidence if merge else 1.0 - told.confidence
        reason = told.reason
        if merge and not sure:
            reason = f"Likely one, but not surely enough to merge: {reason}"
        return Judgement(
            verdict=Verdict.MERGE if merge and sure else Verdict.SEPARATE,
            confident=sure,
            score=score,
            parts=(ScorePart(name="model", value=score, weight=1.0),),
            reason=reason,
            tools=(*looked, *talk.calls),
            transcript=talk.transcript,
            model=self._model.name,
        )


def describe(left: Side, right: Side) -> str:
    """The two sides as the model reads them."""
    return f"First:\n{_side(left)}\n\nSecond:\n{_side(right)}"


def _view(left: Side, right: Side, tools: MemoryTools) -> tuple[str, tuple[ToolCall, ...]]:
    """Both sides as the model is shown them, and what was asked for that.

    Of people who talk in several conversations one of each is compared, and what contradicts is
    taken from all. Nothing where the tools do not know the names: the model may still ask by
    others.
    """
    # People are asked for by id, since each of them bears the other's name; things by name, since
    # each id is of one side alone.
    name = left.uids[0] if left.kind == "person" else left.name
    conv_a, conv_b = left.conversation_ids[0], right.conversation_ids[0]
    try:
        comparison = tools.compare_entities_across_conversations(name, conv_a, conv_b)
        found = tools.detect_contradictions(name)
    except GraphMemError:
        return "", ()
    arguments = {"entity_name": name, "conv_A": conv_a, "conv_B": conv_b}
    findings = [item for item in found.findings if _is_between(item, left, right)]
    return side_by_side(comparison, findings), (
        ToolCall(
            tool="compare_entities_across_conversations",
            arguments=arguments,
            result=summarise(comparison),
        ),
        ToolCall(
            tool="detect_contradictions", arguments={"entity_id": name}, result=summarise(found)
        ),
    )


def _is_between(finding: Finding, left: Side, right: Side) -> bool:
    one, other = finding.earlier.conversation_id, finding.later.conversation_id
    here, there = left.conversation_ids, right.conversation_ids
    return (one in here and other in there) or (one in there and other in here)


def _side(side: Side) -> str:
    lines = [f"- {side.kind}: {side.name}"]
    if side.owner is not None:
        whose = f"{side.owner_name} ({side.owner})" if side.owner_name else side.owner
        lines.append(f"- belongs to: {whose}")
    lines.append(f"- conversations: {', '.join(side.conversation_ids)}")
    lines.append(f"- ids: {', '.join(side.uids)}")
    return "\n".join(lines)


@cache
def _instructions() -> str:
    return files("graphmem.agents").joinpath("prompts/merge.md").read_text("utf-8")
