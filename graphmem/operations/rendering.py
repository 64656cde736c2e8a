"""Renders results for a language model: short, each line with its turn, date and speaker.

What has no short form is JSON, cut where it is long.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import singledispatch

from graphmem.model.answer import Answer, Evidence
from graphmem.model.assembly import Assembled
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.decision import Decision, Verdict
from graphmem.model.listing import Dialogue, EntityDetails, EntitySummary, TalkTurn, TurnInTalk
from graphmem.model.neighbourhood import Neighbourhood, NodeSort
from graphmem.model.portrait import Portrait
from graphmem.model.process import Process
from graphmem.model.receipt import Receipt, ReconcileReceipt, TurnReceipt
from graphmem.model.search import SearchResult
from graphmem.model.story import Story
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    Mention,
    PeopleComparison,
    Said,
    TimelineEntry,
)
from graphmem.model.trace import Trace
from graphmem.operations.deciding import DecisionList, DecisionOnRecord
from graphmem.operations.directory import ConversationList, EntityList, PeopleList

MOST_CHARACTERS = 8_000
_MOST_LINES = 40
_MOST_TEXT = 600
_SHORT_UID = 8
_BEST = 5  # candidates of a trace, and parts of their scores


def render_text(result: Frozen) -> str:
    """A result in at most `MOST_CHARACTERS`, said if something was cut."""
    text = _told(result)
    note = result.waiting_note if isinstance(result, WhileWaiting) else None
    ending = f"\n({note})" if note else ""
    if len(text) + len(ending) <= MOST_CHARACTERS:
        return text + ending
    ending = f"\n(cut here: ask for less at once){ending}"
    return text[: MOST_CHARACTERS - len(ending)] + ending


@singledispatch
def _told(result: Frozen) -> str:
    return result.model_dump_json(exclude_none=True, exclude_defaults=True)


@_told.register
def _(result: SearchResult) -> str:
    lines = (
        _line(hit.turn_id, hit.said_at, hit.speaker, _with_image(hit.text, hit.caption))
        for hit in result.hits
    )
    traced = () if result.trace is None else _traced(result.trace)
    found = lines if result.hits else ["Nothing was found."]
    return _lines(found, *traced, last=result.notes)


@_told.register
def _(result: Answer) -> str:
    candidates = (
        f"- {one.uid}: {one.name}, {one.apart}" + "".join(f" [{e.turn_id}]" for e in one.evidence)
        for one in result.candidates
    )
    times = (f"“{time.expression}” meant {time.meaning}" for time in result.times)
    status = result.status.value.replace("_", " ")
    head = f"{status} (confidence {result.confidence:.2f}): {result.text}"
    return _lines([head], *candidates, *map(_evidence, result.evidence), *times)


@_told.register
def _(result: Assembled) -> str:
    return result.text or _lines(["Nothing is known that bears on this."], last=result.notes)


@_told.register
def _(result: Portrait) -> str:
    return result.text or f"Nothing lasting is known of {result.name}."


@_told.register
def _(result: Story) -> str:
    return result.text or f"Nothing is told that happened to {result.name}."


@_told.register
def _(result: Process) -> str:
    return result.text or "Nobody told how that is done."


@_told.register
def _(result: EntityTimeline) -> str:
    head = f"{result.entity_name} of {result.person}, in time:"
    return _lines([head], *map(_entry, result.entries), *map(_mention, result.mentions))


@_told.register
def _(result: ConversationContext) -> str:
    asked = (
        f"asked by {item.asked_by} [{item.turn_id}]: {item.question}"
        + "".join(f" — {_said(answer)}" for answer in item.answers)
        for item in result.questions
    )
    head = f"{result.entity} in {result.conversation_id}:"
    return _lines([head], *map(_said, result.statements), *asked, *map(_mention, result.mentions))


@_told.register
def _(result: Comparison) -> str:
    return _lines(
        [f"{result.entity_name}: {result.a.conversation_id} and {result.b.conversation_id}"],
        *_differences(result),
        *map(_said, result.a.statements),
        *map(_said, result.b.statements),
    )


@_told.register
def _(result: PeopleComparison) -> str:
    return _lines(
        [f"{result.topic}: {result.a.person} and {result.b.person}"],
        *_differences(result),
        *map(_finding, result.disagreements),
        *map(_said, result.a.statements),
        *map(_said, result.b.statements),
    )


@_told.register
def _(result: Contradictions) -> str:
    if not result.findings:
        return f"Nothing that was said of {result.entity} contradicts itself."
    return _lines([f"{result.entity}:"], *map(_finding, result.findings))


@_told.register
def _(result: DecisionList) -> str:
    more = _more(result.total, len(result.decisions))
    return _lines(map(_told, result.decisions), last=more) or "There are none."


@_told.register
def _(result: PeopleList) -> str:
    people = (
        f"{' or '.join(one.names)} ({', '.join(one.conversation_ids)}): {one.uid}"
        for one in result.people
    )
    return _lines(people, last=_more(result.total, len(result.people))) or "There is nobody."


@_told.register
def _(result: ConversationList) -> str:
    talks = (
        f"{one.conversation_id}: {' and '.join(one.people)}, {one.turns} turns"
        + (f", {one.first_said_at:%Y-%m-%d}" if one.first_said_at else "")
        + (f" to {one.last_said_at:%Y-%m-%d}" if one.last_said_at else "")
        for one in result.conversations
    )
    return _lines(talks, last=_more(result.total, len(result.conversations))) or "There are none."


@_told.register
def _(result: EntityList) -> str:
    return _lines(map(_thing, result.entities)) or "There are none."


@_told.register
def _(result: EntityDetails) -> str:
    facts = (f"{line.text} [{line.turn_id}]" for line in result.profile)
    return _lines([_thing(result.entity)], *facts)


@_told.register
def _(result: ReconcileReceipt) -> str:
    done = "in force" if result.applied else "would be in force"
    head = f"{result.merges} merges and {result.separations} separations {done}, "
    head += f"{result.undecided} undecided; {result.new_decisions} decisions are new."
    return _lines([head], last=result.notes)


@_told.register
def _(result: DecisionOnRecord) -> str:
    past = "" if result.in_force else " (no longer in force)"
    return _told(result.decision) + past


@_told.register
def _(result: Decision) -> str:
    sign = "=" if result.verdict is Verdict.MERGE else "≠"
    sure = "" if result.confident else "undecided: "
    left, right = (
        f"{side.name} ({', '.join(side.conversation_ids)})" for side in (result.left, result.right)
    )
    uid = result.uid.removeprefix("decision:")[:_SHORT_UID]
    return f"{uid}: {sure}{left} {sign} {right}. {result.reason}"


@_told.register
def _(result: TurnInTalk) -> str:
    return _lines(map(_turn, (*result.before, result.turn, *result.after)))


@_told.register
def _(result: Dialogue) -> str:
    sessions = ", ".join(one.session_id for one in result.sessions)
    head = f"Session {result.session_id} of {result.conversation_id} (sessions: {sessions}):"
    return _lines([head], *map(_turn, result.turns))


@_told.register
def _(result: Neighbourhood) -> str:
    named = {
        node.uid: f"{node.name} [{node.turn_id}]" if node.turn_id else node.name
        for node in result.nodes
    }
    whole = (
        f"{node.name}: {node.uid}" for node in result.nodes if node.sort is not NodeSort.STATEMENT
    )
    shown = sum(node.sort is NodeSort.STATEMENT for node in result.nodes)
    return _lines(
        (f"{named[link.source]} – {link.relation} – {named[link.target]}" for link in result.links),
        f"{shown} of {result.statements} statements about {named[result.center]}.",
        last=whole,
    )


@_told.register
def _(result: TurnReceipt) -> str:
    if result.changed is not None:
        return f"{result.turn_id} was kept as it was: {result.changed.reason}"
    return f"Remembered as {result.turn_id}." if result.stored else f"{result.turn_id} was known."


@_told.register
def _(result: Receipt) -> str:
    refused = (str(refusal) for refusal in result.refused)
    changed = (f"{item.conversation_id}/{item.dia_id}: {item.reason}" for item in result.changed)
    read = result.workspace
    found = f"; {read.answers} statements and {read.entities} things are new" if read else ""
    less = sum(one.count for one in read.skipped) if read else 0
    left = f"; {less} clauses were judged not worth keeping" if less else ""
    aside = sum(one.count for one in result.left_out)
    out = f"; {aside} things that nobody says were left out" if aside else ""
    gone = f", {result.turns_forgotten} forgotten" if result.turns_forgotten else ""
    known = f"{result.turns_skipped} known already{gone}"
    head = f"{result.turns_stored} turns stored, {known}{found}{left}{out}."
    return _lines([head], *refused, *changed)


def _traced(trace: Trace) -> Iterator[str]:
    found = ", ".join(f"{path} {count}" for path, count in trace.found.items())
    yield f"looked for by meaning: {trace.neutral}; by words: {' '.join(trace.terms)}"
    yield f"turns found by each path: {found}"
    for one in trace.candidates[:_BEST]:
        parts = sorted(one.contributions.items(), key=lambda part: -abs(part[1]))[:_BEST]
        told_parts = ", ".join(f"{name} {value:+.2f}" for name, value in parts)
        yield f"[{one.turn_id}] scores {one.score:.2f}: {told_parts}"
    spent = ", ".join(f"{phase} {ms:.0f}" for phase, ms in trace.milliseconds.items())
    yield f"milliseconds: {spent}"


def _more(total: int, shown: int) -> list[str]:
    return [f"({total - shown} more: ask with an offset)"] if total > shown else []


def _thing(item: EntitySummary) -> str:
    owners = f" of {' and '.join(item.owners)}" if item.owners else ""
    places = ", ".join(item.conversation_ids)
    return f"{item.name}{owners}, {item.type.value} ({places}), {item.facts} facts: {item.uid}"


def _lines(first: Iterable[str], *rest: str, last: Iterable[str] = ()) -> str:
    """So many lines at most; those that come ``last`` are never among what is cut."""
    lines = [*first, *rest]
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"({len(lines) - _MOST_LINES} more lines: ask for less)"]
    return "\n".join([*lines, *last])


def _line(turn_id: str, said_at: datetime, speaker: str, text: str) -> str:
    return f"[{turn_id}] {said_at:%Y-%m-%d} {speaker}: “{_short(text)}”"


def _turn(turn: TalkTurn) -> str:
    return _line(turn.turn_id, turn.said_at, turn.speaker, _with_image(turn.text, turn.caption))


def _mention(item: Mention) -> str:
    return _line(item.turn_id, item.said_at, item.speaker, item.quote)


def _evidence(item: Evidence) -> str:
    return f"{_line(item.turn_id, item.said_at, item.speaker, item.quote)} ({item.source.value})"


def _said(item: Said) -> str:
    return f"{item.text} [{item.turn_id}, {item.said_at:%Y-%m-%d}, said by {item.speaker}]"


def _entry(item: TimelineEntry) -> str:
    states = f" ({', '.join(item.states)})" if item.states else ""
    known = item.interval is not None and item.interval.start != datetime.min
    when = f"{item.interval.start:%Y-%m-%d}: " if item.interval and known else ""
    return f"{when}{_said(item)}{states}"


def _finding(item: Finding) -> str:
    return (
        f"{item.kind.value} in {item.predicate}: {_said(item.earlier)} / {_said(item.later)} — "
        f"{item.resolution}"
    )


def _differences(result: Comparison | PeopleComparison) -> Iterator[str]:
    parts: tuple[tuple[str, Sequence[str]], ...] = (
        ("both", result.overlap),
        ("they differ in", result.differences),
        ("only the first", result.only_a),
        ("only the second", result.only_b),
    )
    for name, what in parts:
        if what:
            yield f"{name}: {', '.join(what)}"


def _with_image(text: str, caption: str | None) -> str:
    return f"{text} [image: {caption}]" if caption else text


def _short(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
