"""Renders statements for the tools: names for uids, a printed turn, in time, on one line."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from graphmem.language.time import write_day, write_interval
from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownStatement
from graphmem.model.time import TimeInterval
from graphmem.model.tools import Comparison, PeopleComparison, Said, TimelineEntry
from graphmem.tools.index import Index
from graphmem.tools.solidity import is_solid


def one_line(text: str) -> str:
    """The text without line breaks, so that nothing in it can pass for a heading or a line."""
    return " ".join(text.split())


def text_key(text: str) -> str:
    """Normalises a text, whoever says it."""
    return one_line(text).casefold().rstrip(".")


def when_so(interval: TimeInterval | None, said_at: datetime, text: str) -> str:
    """Renders when it was so; empty where not known, in ``text``, or the day of saying it."""
    if interval is None or (interval.open_start and interval.open_end):
        return ""
    if interval.open_end:
        written = f"since {write_day(interval.start)}"
    elif interval.open_start:
        written = f"until {write_day(interval.end)}"
    else:
        written = write_interval(interval)
    return "" if written == write_day(said_at) or written in text else written


def turn_of(statement: KnownStatement) -> str:
    """The first statement turn as people read it: ``conv-26/D2:1``."""
    return turn_reference(statement.conversation_id, statement.turn_ids[0])


def moment(statement: KnownStatement) -> datetime:
    """When it was so, as far as known; else when it was said."""
    interval = statement.interval
    if interval is None or interval.open_start:
        return statement.said_at
    return interval.start


def in_time(statements: Iterable[KnownStatement], index: Index) -> list[KnownStatement]:
    """By when it was so, then by when it was said and where."""
    return sorted(statements, key=lambda item: (moment(item), index.place[item.uid]))


def said(statement: KnownStatement, index: Index) -> Said:
    """One statement with its speaker, turn, words and time, and how often it is told."""
    tellings = index.tellings_of(statement)
    speaker = index.human(statement.speaker_uid)
    others = (one for one in tellings if index.human(one.speaker_uid) != speaker)
    times_told = len({(one.conversation_id, one.turn_id) for one in tellings})
    return Said(
        statement_uid=statement.uid,
        text=statement.text,
        subject=index.name(statement.subject_uid),
        speaker=index.person_name(statement.speaker_uid),
        conversation_id=statement.conversation_id,
        turn_id=turn_of(statement),
        quote=statement.quote,
        said_at=statement.said_at,
        interval=statement.interval,
        worth=statement.worth,
        times_told=times_told,
        last_told_at=max(one.said_at for one in tellings),
        also_told_by=tuple(dict.fromkeys(index.person_name(one.speaker_uid) for one in others)),
        solid=is_solid(times_told, index.outcomes_of(one.uid for one in tellings)),
    )


def day(when: datetime) -> str:
    """A day as reasons print it."""
    return when.strftime("%Y-%m-%d")


def statement_line(said: Said, *, most: int | None = None, most_quoted: int | None = None) -> str:
    """A statement with when it was so, its role and states, and its quote if that has a bound."""
    when = "" if said.interval is None else f" (when: {_interval(said.interval)})"
    more = ""
    if isinstance(said, TimelineEntry) and (said.role or said.states):
        more = f" (role: {', '.join(filter(None, (said.role, *said.states)))})"
    quote = f" “{cut(said.quote, most_quoted)}”" if said.quote and most_quoted else ""
    where = f"{said.said_at:%Y-%m-%d} [{said.turn_id}] {said.speaker}"
    return f"{where}: {cut(said.text, most)}{when}{more}{quote}"


def compared_parts(result: Comparison | PeopleComparison) -> Iterator[tuple[str, Sequence[str]]]:
    """What both sides say, what they differ in and what one of them says alone, if anything."""
    parts = (
        ("Both say", result.overlap),
        ("They differ in", result.differences),
        ("Only the first says", result.only_a),
        ("Only the second says", result.only_b),
    )
    return (part for part in parts if part[1])


def cut(text: str, most: int | None) -> str:
    """The text in at most so many characters."""
    return text if most is None or len(text) <= most else f"{text[: most - 1]}…"


def _interval(interval: TimeInterval) -> str:
    start = ".." if interval.open_start else _day(interval.start)
    end = ".." if interval.open_end else _day(interval.end - timedelta(microseconds=1))
    return start if start == end else f"{start} to {end}"


def _day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d")
