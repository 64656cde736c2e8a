"""Renders statements for the tools: names for uids, a printed turn, in time, on one line."""

from collections.abc import Iterable
from datetime import datetime

from graphmem.language.time import TimeInterval, write_day, write_interval
from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownStatement
from graphmem.model.tools import Said
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
