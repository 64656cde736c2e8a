"""Renders results for a language model: short, each line with its turn, date and speaker.

What has no short form is JSON, cut where it is long.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import singledispatch
from typing import NamedTuple

from graphmem.model.answer import Answer, Evidence
from graphmem.model.assembly import Assembled
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.decision import Decision, Side, Verdict
from graphmem.model.listing import (
    Dialogue,
    EntityDetails,
    EntitySummary,
    Neighbourhood,
    NodeSort,
    TalkTurn,
    TurnInTalk,
)
from graphmem.model.portrait import Portrait
from graphmem.model.receipt import Receipt, ReconcileReceipt, TurnReceipt
from graphmem.model.retraction import ForgetReceipt
from graphmem.model.search import SearchResult, Trace
from graphmem.model.story import Process, Story
from graphmem.model.thought import KeptOpinion, Thought
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    Mention,
    PeopleComparison,
)
from graphmem.operations.deciding import DecisionList, DecisionOnRecord
from graphmem.operations.directory import ConversationList, EntityList, PeopleList
from graphmem.tools.rendering import compared_parts, statement_line

MOST_CHARACTERS = 8_000
_MOST_LINES = 40
_MOST_TEXT = 600
_SHORT_UID = 8
_BEST = 5  # candidates of a trace, and parts of their scores


def counted(number: int, one: str, many: str | None = None) -> str:
    """``1 turn``, ``2,000 turns``; ``many`` is the plural where an s does not make it."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def short_uid(uid: str) -> str:
    """Enough of a decision's uid to name it by."""
    return uid.removeprefix("decision:")[:_SHORT_UID]


def side_text(side: Side) -> str:
    """One side of a decision, with where it stands."""
    return f"{side.name} ({', '.join(side.conversation_ids)})"


def text_with_image(text: str, caption: str | None) -> str:
    """What is said, and what an image shared with it shows."""
    return f"{text} [image: {caption}]" if caption else text


class Lines(NamedTuple):
    """Lines of a text; those that come ``last`` are never among what is cut."""

    lines: tuple[str, ...]
    last: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lines or self.last)


def render(result: Frozen) -> str:
    """The whole text of a result, without its notes."""
    return _joined(_told(result))


def render_text(result: Frozen) -> str:
    """A result with its notes in at most `MOST_CHARACTERS`, said if something was cut."""
    text = _joined(_told(result), most=_MOST_LINES)
    note = result.waiting_note if isinstance(result, WhileWaiting) else None
    ending = f"\n({note})" if note else ""
    # A text for a prompt has nothing beside it.
    if not (isinstance(result, Assembled) and result.text):
        ending = "".join(f"\n{told}" for told in getattr(result, "notes", ())) + ending
    if len(text) + len(ending) <= MOST_CHARACTERS:
        return text + ending
    ending = f"\n(cut here: ask for less at once){ending}"
    return text[: MOST_CHARACTERS - len(ending)] + ending


def _joined(text: str | Lines, *, most: int | None = None) -> str:
    if isinstance(text, str):
        return text
    lines = text.lines[:most]
    more = len(text.lines) - len(lines)
    cut = [f"({more} more lines: ask for less)"] if more else []
    return "\n".join([*lines, *cut, *text.last])


@singledispatch
def _told(result: Frozen) -> str | Lines:
    return result.model_dump_json(exclude_none=True, exclude_defaults=True)


@_told.register
def _(result: SearchResult) -> Lines:
    lines = (
        _line(hit.turn_id, hit.said_at, hit.speaker, text_with_image(hit.text, hit.caption))
        for hit in result.hits
    )
    traced = () if result.trace is None else _traced(result.trace)
    found = lines if result.hits else ["Nothing was found."]
    return _lines(found, *traced)


@_told.register
def _(result: Answer) -> Lines:
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
    return result.text or "Nothing is known that bears on this."


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
def _(result: Thought) -> str:
    return result.text


@_told.register
def _(result: KeptOpinion) -> str:
    held = "Kept" if result.stored else "Held already"
    after = f" after [{result.follows}]" if result.follows else ""
    return f"{held} in [{result.turn_id}]{after}: {result.statement_uid}"


@_told.register
def _(result: EntityTimeline) -> Lines:
    head = f"{result.entity_name} of {result.person}, in time:"
    return _lines([head], *map(statement_line, result.entries), *map(_mention, result.mentions))


@_told.register
def _(result: ConversationContext) -> str | Lines:
    asked = (
        f"asked by {item.asked_by} [{item.turn_id}]: {item.question}"
        + "".join(f" — {statement_line(answer)}" for answer in item.answers)
        for item in result.questions
    )
    if not (result.statements or result.questions or result.mentions):
        return f"{result.conversation_id} does not speak of {result.entity}."
    head = f"{result.entity} in {result.conversation_id}:"
    return _lines(
        [head], *map(statement_line, result.statements), *asked, *map(_mention, result.mentions)
    )


@_told.register
def _(result: Comparison) -> Lines:
    return _lines(
        [f"{result.entity_name}: {result.a.conversation_id} and {result.b.conversation_id}"],
        *_compared(result),
    )


@_told.register
def _(result: PeopleComparison) -> Lines:
    return _lines(
        [f"{result.topic}: {result.a.person} and {result.b.person}"],
        *map(_finding, result.disagreements),
        *_compared(result),
    )


@_told.register
def _(result: Contradictions) -> str | Lines:
    if not result.findings:
        return f"Nothing that was said of {result.entity} contradicts itself."
    return _lines([f"{result.entity}:"], *map(_finding, result.findings))


@_told.register
def _(result: DecisionList) -> str | Lines:
    more = _more(result.total, len(result.decisions))
    return _lines(map(render, result.decisions), last=more) or "There are none."


@_told.register
def _(result: PeopleList) -> str | Lines:
    people = (
        f"{' or '.join(one.names)} ({', '.join(one.conversation_ids)}): {one.uid}"
        for one in result.people
    )
    return _lines(people, last=_more(result.total, len(result.people))) or "There is nobody."


@_told.register
def _(result: ConversationList) -> str | Lines:
    talks = (
        f"{one.conversation_id}: {' and '.join(one.people)}, {one.turns} turns"
        + (f", {one.first_said_at:%Y-%m-%d}" if one.first_said_at else "")
        + (f" to {one.last_said_at:%Y-%m-%d}" if one.last_said_at else "")
        for one in result.conversations
    )
    return _lines(talks, last=_more(result.total, len(result.conversations))) or "There are none."


@_told.register
def _(result: EntityList) -> str | Lines:
    return _lines(map(_thing, result.entities)) or "There are none."


@_told.register
def _(result: EntityDetails) -> Lines:
    facts = (f"{line.text} [{line.turn_id}]" for line in result.profile)
    return _lines([_thing(result.entity)], *facts)


@_told.register
def _(result: ReconcileReceipt) -> str:
    would = "" if result.applied else "would be "
    return (
        f"{counted(result.merges, 'merge')}, {counted(result.separations, 'separation')} and "
        f"{result.undecided:,} undecided {would}in force, {result.new_decisions:,} of them new; "
        f"{counted(result.entities, 'entity', 'entities')} in the layers"
    )


@_told.register
def _(result: ForgetReceipt) -> str:
    goes = "would go" if result.dry_run else "forgotten"
    anew = "would be read" if result.dry_run else "read"
    return (
        f"{counted(result.turns, 'turn')} {goes}, and with that "
        f"{counted(result.sessions, 'session')}, "
        f"{counted(result.conversations, 'conversation')}, "
        f"{counted(result.people, 'person', 'people')}, "
        f"{counted(result.statements, 'statement')}, {counted(result.things, 'thing')}, "
        f"{counted(result.facts, 'set of added facts', 'sets of added facts')}, "
        f"{counted(result.decisions, 'decision')} and {counted(result.links, 'link')}; "
        f"{counted(result.sessions_anew, 'session')} {anew} anew"
    )


@_told.register
def _(result: DecisionOnRecord) -> str:
    past = "" if result.in_force else " (no longer in force)"
    return render(result.decision) + past


@_told.register
def _(result: Decision) -> str:
    sign = "=" if result.verdict is Verdict.MERGE else "≠"
    sure = "" if result.confident else "undecided: "
    left, right = side_text(result.left), side_text(result.right)
    return f"{short_uid(result.uid)}: {sure}{left} {sign} {right}. {result.reason}"


@_told.register
def _(result: TurnInTalk) -> Lines:
    return _lines(map(_turn, (*result.before, result.turn, *result.after)))


@_told.register
def _(result: Dialogue) -> Lines:
    sessions = ", ".join(one.session_id for one in result.sessions)
    head = f"Session {result.session_id} of {result.conversation_id} (sessions: {sessions}):"
    return _lines([head], *map(_turn, result.turns))


@_told.register
def _(result: Neighbourhood) -> Lines:
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
def _(result: Receipt) -> Lines:
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


def _lines(first: Iterable[str], *rest: str, last: Iterable[str] = ()) -> Lines:
    return Lines((*first, *rest), tuple(last))


def _line(turn_id: str, said_at: datetime, speaker: str, text: str) -> str:
    return f"[{turn_id}] {said_at:%Y-%m-%d} {speaker}: “{_short(text)}”"


def _turn(turn: TalkTurn) -> str:
    return _line(turn.turn_id, turn.said_at, turn.speaker, text_with_image(turn.text, turn.caption))


def _mention(item: Mention) -> str:
    return _line(item.turn_id, item.said_at, item.speaker, item.quote)


def _evidence(item: Evidence) -> str:
    return f"{_line(item.turn_id, item.said_at, item.speaker, item.quote)} ({item.source.value})"


def _finding(item: Finding) -> str:
    sides = f"{statement_line(item.earlier)} / {statement_line(item.later)}"
    return f"{item.kind.value} in {item.predicate}: {sides} — {item.resolution}"


def _compared(result: Comparison | PeopleComparison) -> Iterator[str]:
    yield from (f"{title}: {', '.join(names)}" for title, names in compared_parts(result))
    yield from map(statement_line, (*result.a.statements, *result.b.statements))


def _short(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
