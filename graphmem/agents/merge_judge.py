"""A language model that decides merges across conversations, with the four tools."""

from collections.abc import Sequence

from pydantic import BaseModel

from graphmem.adapters.llm import LanguageModel, prompted
from graphmem.agents.tool_use import bind_tools, summarise
from graphmem.errors import GraphMemError
from graphmem.model.base import Frozen
from graphmem.model.decision import Judgement, Side, ToolCall, Verdict
from graphmem.model.search import ScorePart
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    MemoryTools,
    Order,
    Said,
)
from graphmem.model.workspace import Confidence, Words
from graphmem.tools.rendering import compared_parts, cut, statement_line

MOST_SHOWN = 6_000  # characters of one view
_HEAD = 2_400  # of them at most for what is shared and what differs
_LISTED = 360  # of one list of names
_SURE_FROM = 0.7  # the confidence that a merge needs
_TEXT, _QUOTED = 300, 120  # of one statement and of its quote
_ORDERS = {
    Order.A_FIRST: "all of the first was said before all of the second",
    Order.B_FIRST: "all of the second was said before all of the first",
    Order.OVERLAPPING: "the two were said in the same stretch of time",
    Order.UNKNOWN: "not known",
}


def side_by_side(comparison: Comparison, findings: Sequence[Finding] = ()) -> str:
    """Both sides: what they share, where they differ, then statements of each, newest first.

    ``findings`` are those that set one against the other. At most `MOST_SHOWN` characters; what
    does not fit is counted.
    """
    a, b = comparison.a, comparison.b
    head = [
        *(_list(title, names) for title, names in compared_parts(comparison)),
        f"In time: {_ORDERS[comparison.order]}.",
    ]
    found = _fitting(_findings(findings), _HEAD - _length(head))
    if found:
        head += ["What does not go together:", *found]
    titles = [f"{name}, in {side.conversation_id}, the newest first:"
              for name, side in (("The first", a), ("The second", b))]  # fmt: skip
    room = MOST_SHOWN - _length([*head, *titles])
    one, other = (_statements(side.statements) for side in (a, b))
    kept = _fitting(one, max(room // 2, room - _length(other)))
    return "\n".join([*head, titles[0], *kept, titles[1], *_fitting(other, room - _length(kept))])


def in_lines(result: BaseModel) -> str:
    """Lines of a tool's result, the newest first; at most `MOST_SHOWN` characters."""
    match result:
        case Comparison():
            return side_by_side(result)
        case EntityTimeline(entries=entries):
            title = f"{result.entity_name} of {result.person}, the newest first:"
            lines = _statements(entries)
        case ConversationContext(statements=statements, questions=questions):
            title = f"{result.entity} in {result.conversation_id}, the newest first:"
            # A question by its answers: these stand among the statements.
            asked = [f"- {one.asked_by} asks [{one.turn_id}]: {one.question}" for one in questions]
            mentions = [
                f"- {one.said_at:%Y-%m-%d} [{one.turn_id}] {one.speaker}: "
                f"“{cut(one.quote, _QUOTED)}”"
                for one in sorted(result.mentions, key=lambda one: one.said_at, reverse=True)
            ]
            lines = [*_statements(statements), *asked, *mentions]
        case Contradictions(findings=findings):
            title = f"Of {result.entity} is said what does not go together:"
            lines = _findings(findings)
        case _:
            return result.model_dump_json(exclude_none=True)[:MOST_SHOWN]
    return "\n".join([title, *(_fitting(lines, MOST_SHOWN - len(title) - 1) or ["- nothing"])])


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """The first lines, as far as there is room for them and for how many are left out."""
    if _length(lines) <= room:
        return list(lines)
    kept: list[str] = []
    for line in lines:
        left = f"(and {len(lines) - len(kept)} more)"
        if _length([*kept, line, left]) > room:
            return [*kept, left]
        kept.append(line)
    return kept


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _list(title: str, names: Sequence[str]) -> str:
    """The names in a line, as far as it goes."""
    return f"{title}: {'; '.join(_fitting(names, _LISTED))}."


def _findings(findings: Sequence[Finding]) -> list[str]:
    return [
        f"- {one.kind} in {one.predicate}: {_cited(one.earlier)} / {_cited(one.later)}"
        for one in findings
    ]


def _cited(said: Said) -> str:
    return f"{cut(said.text, _TEXT)} [{said.turn_id}]"


def _statements(said: Sequence[Said]) -> list[str]:
    """A line each, the newest first; what a role and an answer tell alike once."""
    newest = sorted(said, key=lambda one: one.said_at, reverse=True)
    lines = (statement_line(one, most=_TEXT, most_quoted=_QUOTED) for one in newest)
    return list(dict.fromkeys(f"- {line}" for line in lines))


class MergeVerdict(Frozen):
    """What the model answers."""

    verdict: Verdict
    confidence: Confidence
    reason: Words


class MergeJudge:
    """Decides with a language model; ``max_steps`` bounds its answers that use tools."""

    def __init__(self, model: LanguageModel, *, max_steps: int = 8) -> None:
        self._model = model
        self._max_steps = max_steps

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        """Show the model both sides, let it look further, and take its verdict.

        A merge that it is not sure of is none. ``score`` is how likely the two are one, from 0
        to 1. Raises an `LlmError`.
        """
        view, looked = _view(left, right, tools)
        asked = "\n\n".join(filter(None, [describe(left, right), view, "Are they the same?"]))
        talk = self._model.converse(
            prompted("graphmem.agents", "merge", asked),
            bind_tools(tools, in_lines),
            MergeVerdict,
            max_steps=self._max_steps,
        )
        told = talk.result
        sure = told.confidence >= _SURE_FROM
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
