"""What a model sees of a pair that it judges: both sides in one view, in plain lines."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pydantic import BaseModel

from graphmem.model.time import TimeInterval
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    Order,
    Said,
    TimelineEntry,
)

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
    """What both say, where they differ, then the statements of each, the newest first.

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
    """What a tool gave, in plain lines, the newest first; at most `MOST_SHOWN` characters."""
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
