"""A language model that decides merges across conversations, with the four tools."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files

from pydantic import BaseModel

from graphmem.adapters.llm import LanguageModel, PromptMessage
from graphmem.agents.tool_use import bind_tools, summarise
from graphmem.errors import GraphMemError
from graphmem.model.base import Frozen
from graphmem.model.decision import Judgement, Side, ToolCall, Verdict
from graphmem.model.search import ScorePart
from graphmem.model.time import TimeInterval
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    MemoryTools,
    Order,
    Said,
    TimelineEntry,
)
from graphmem.model.workspace import Confidence, Words

MOST_SHOWN = 6_000  # characters of one view
_HEAD = 2_400  # of them at most for what is shared and what differs
_LISTED = 360  # of one list of names
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
        *_list("Both say", comparison.overlap),
        *_list("They differ in", comparison.differences),
        *_list("Only the first says", comparison.only_a),
        *_list("Only the second says", comparison.only_b),
        f"In time: {_ORDERS[comparison.order]}.",
    ]
    found = _fitting([f"- {_finding(item)}" for item in findings], _HEAD - _length(head))
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
                f"- {one.said_at:%Y-%m-%d} [{one.turn_id}] {one.speaker}: “{_cut(one.quote)}”"
                for one in sorted(result.mentions, key=lambda one: one.said_at, reverse=True)
            ]
            lines = [*_statements(statements), *asked, *mentions]
        case Contradictions(findings=findings):
            title = f"Of {result.entity} is said what does not go together:"
            lines = [f"- {_finding(item)}" for item in findings]
        case _:
            return result.model_dump_json(exclude_none=True)[:MOST_SHOWN]
    return "\n".join([title, *(_fitting(lines, MOST_SHOWN - len(title) - 1) or ["- nothing"])])


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """The first lines, as far as there is room for them and for how many are left out."""
    if _length(lines) <= room:
        return list(lines)
    kept: list[str] = []
    for line in lines:
        left = _left_out(len(lines) - len(kept))
        if _length([*kept, line, left]) > room:
            return [*kept, left]
        kept.append(line)
    return kept


def _left_out(count: int) -> str:
    return f"(and {count} more)"


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _list(title: str, names: Sequence[str]) -> list[str]:
    """The names in a line, as far as it goes; no line where there are none."""
    if not names:
        return []
    kept = _fitting(names, _LISTED)
    return [f"{title}: {'; '.join(kept)}."]


def _finding(one: Finding) -> str:
    pair = " / ".join(
        f"{_cut(said.text, _TEXT)} [{said.turn_id}]" for said in (one.earlier, one.later)
    )
    return f"{one.kind} in {one.predicate}: {pair}"


def _statements(said: Sequence[Said]) -> list[str]:
    """A line each, the newest first; what a role and an answer tell alike once."""
    newest = sorted(said, key=lambda one: one.said_at, reverse=True)
    return list(dict.fromkeys(map(_statement, newest)))


def _statement(said: Said) -> str:
    when = "" if said.interval is None else f" (when: {_interval(said.interval)})"
    more = ""
    if isinstance(said, TimelineEntry) and (said.role or said.states):
        more = f" (role: {', '.join(filter(None, (said.role, *said.states)))})"
    quote = f" “{_cut(said.quote)}”" if said.quote else ""
    where = f"{said.said_at:%Y-%m-%d} [{said.turn_id}] {said.speaker}"
    return f"- {where}: {_cut(said.text, _TEXT)}{when}{more}{quote}"


def _interval(interval: TimeInterval) -> str:
    start = ".." if interval.open_start else _day(interval.start)
    end = ".." if interval.open_end else _day(interval.end - timedelta(microseconds=1))
    return start if start == end else f"{start} to {end}"


def _day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d")


def _cut(text: str, most: int = _QUOTED) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


# A language model that decides merges across conversations, with the four tools.


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
            [PromptMessage("system", _instructions()), PromptMessage("user", asked)],
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
