"""Tells what happened: events and dated statements in time, who heard of each, and gaps; pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.language.time import write_day
from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownStatement
from graphmem.model.parse import Parsed
from graphmem.model.story import Cause, Gap, Knower, StorySentence
from graphmem.model.workspace import SAYS, Kind, Modality
from graphmem.portraits.causes import causes_in, states
from graphmem.portraits.portray import (
    Material,
    alike,
    among,
    ended_by,
    is_sure,
    names_of,
    successor_of,
    teller_of,
    turns_of,
)
from graphmem.portraits.sections import stands_alone
from graphmem.portraits.validity import PLANNED, begins_later, gone
from graphmem.portraits.writing import PAST_WORDS
from graphmem.tools.index import Index
from graphmem.tools.rendering import one_line, when_so

_TOLD_AS_SO = frozenset({Modality.SAID, Modality.DENIED})

Causes = Mapping[str, Sequence[Cause]]


class _Span(NamedTuple):
    start: datetime
    end: datetime


def narrate(material: Material) -> tuple[StorySentence, ...]:
    """Every event, in time; what is told twice stands once, in the newest words that are dated.

    Of what is dated and no event stands what is said
    to be so; no plan does, and nothing that begins after ``material.now``.
    """
    links = among(material.links, material.statements, material.others)
    past = gone(
        material.statements,
        material.others,
        links,
        material.index,
        material.now,
        people=material.found.people,
    )
    index = material.index
    sentences = []
    for group in alike(material.statements, links):
        told = [one for one in group if _happened(one, material)]
        if not told:
            continue
        newest = max(told, key=lambda one: (_dated(one), one.said_at, index.place[one.uid]))
        latest = max(group, key=lambda one: (one.said_at, index.place[one.uid]))
        ended = ended_by(group, latest, past)
        by = ended.by if ended is not None else None
        sentences.append(
            StorySentence(
                text=newest.text,
                statement_uid=newest.uid,
                statement_uids=tuple(one.uid for one in group),
                turn_ids=turns_of(group, index),
                said_at=newest.said_at,
                interval=newest.interval if _dated(newest) else None,
                told_by=teller_of(newest, material.found.people, index),
                known_by=_knowers(group, index),
                # That something is over its own date tells.
                past=ended.past if ended is not None and by is not None else None,
                successor=successor_of(by, index) if by is not None else None,
            )
        )
    return tuple(sorted(sentences, key=lambda one: (*span_of(one), one.said_at, one.text)))


def with_causes(sentences: Iterable[StorySentence], causes: Causes) -> tuple[StorySentence, ...]:
    """The sentences with the causes of their statements (by uid), each once."""
    found = []
    for one in sentences:
        why = {cause.text: cause for uid in one.statement_uids for cause in causes.get(uid, ())}
        found.append(one.model_copy(update={"causes": tuple(why.values())}))
    return tuple(found)


def causes_of(statements: Iterable[KnownStatement], parses: Mapping[str, Parsed]) -> Causes:
    """By statement (uid) the causes that its turns tell; ``parses`` are of turns, by their id."""
    known = list(statements)
    found: dict[str, list[Cause]] = {}
    for turn_id, parsed in parses.items():
        said = [one for one in known if turn_id in _turns(one)]
        for told in causes_in(parsed):
            own = (one.uid for one in said if states(one, told.cause, parsed.text))
            cause = Cause(
                text=parsed.text[told.start : told.end],
                turn_id=turn_id,
                statement_uid=next(own, None),
            )
            for one in said:
                if states(one, told.effect, parsed.text):
                    found.setdefault(one.uid, []).append(cause)
    return found


def gaps_in(
    sentences: Sequence[StorySentence],
    *,
    days: int,
    since: datetime | None = None,
    until: datetime | None = None,
) -> tuple[Gap, ...]:
    """Stretches of more than so many days without an event, also before the first and after the
    last where ``since`` and ``until`` are given.
    """
    spans = [span_of(one) for one in sentences]
    if since is not None:
        spans.insert(0, _Span(since, since))
    if until is not None:
        spans.append(_Span(until, until))
    found = []
    reached = spans[0].end if spans else datetime.min
    for span in spans:
        empty = span.start - reached
        if empty > timedelta(days=days):
            found.append(Gap(since=reached, until=span.start, days=empty.days))
        reached = max(reached, span.end)
    return tuple(found)


def span_of(sentence: StorySentence) -> _Span:
    """When it happened, else when it was told; what has no end counts as its beginning."""
    interval = sentence.interval
    if interval is None:
        return _Span(sentence.said_at, sentence.said_at)
    return _Span(interval.start, interval.start if interval.open_end else interval.end)


def write_story(name: str, sentences: Sequence[StorySentence], gaps: Sequence[Gap]) -> str:
    """One line for each event and each gap, in time."""
    lines = [(span_of(one).start, _line(one)) for one in sentences]
    lines += [
        (
            gap.since,
            f"(nothing is told from {write_day(gap.since)} to {write_day(gap.until)}: "
            f"{gap.days} days)",
        )
        for gap in gaps
    ]
    # Sorted by the time alone: a gap begins with the event that it follows.
    ordered = sorted(lines, key=lambda line: line[0])
    return "\n".join([f"# {one_line(name)}", "", *(line for _, line in ordered)]) if lines else ""


def _happened(one: KnownStatement, material: Material) -> bool:
    index = material.index
    if one.kind in PLANNED or one.modality not in _TOLD_AS_SO or one.predicate == SAYS:
        return False
    if one.kind is not Kind.EVENT and not _dated(one):
        return False
    sure = is_sure(one, index) and stands_alone(one.text, names_of(one, material))
    return sure and not begins_later(one, material.now)


def _dated(one: KnownStatement) -> bool:
    return one.interval is not None and not one.interval.open_start


def _turns(one: KnownStatement) -> tuple[str, ...]:
    return tuple(turn_reference(one.conversation_id, turn) for turn in one.turn_ids)


def _knowers(group: Sequence[KnownStatement], index: Index) -> tuple[Knower, ...]:
    """Who takes part in the conversations that tell it, each human once, who heard first first."""
    since: dict[str, datetime] = {}
    for one in group:
        for person in index.in_conversation.get(one.conversation_id, ()):
            human = index.human(person.uid) or person.uid
            since[human] = min(one.said_at, since.get(human, one.said_at))
    known = [Knower(name=index.person_name(uid), since=when) for uid, when in since.items()]
    return tuple(sorted(known, key=lambda one: (one.since, one.name)))


def _line(one: StorySentence) -> str:
    words = one_line(one.text).rstrip(".")
    when = when_so(one.interval, one.said_at, words)
    why = " and ".join(
        f"because {one_line(cause.text)}" for cause in one.causes if cause.text not in one.text
    )
    told = f"told by {one_line(one.told_by)}, " if one.told_by else "told "
    past = ""
    if one.past is not None and one.successor is not None:
        cited = " ".join(f"[{turn}]" for turn in one.successor.turn_ids)
        past = f"; {PAST_WORDS[one.past]}: {one_line(one.successor.text)} {cited}"
    said = " ".join(f"[{turn}]" for turn in one.turn_ids)
    return (
        f"- {words}{f' ({when})' if when else ''}{f', {why}' if why else ''} — "
        f"{told}{write_day(one.said_at)} {said}{past}"
    )
