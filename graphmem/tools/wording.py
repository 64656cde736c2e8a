"""How a statement is written on one line: its words, and when it was so."""

from datetime import datetime

from graphmem.language.time import TimeInterval, write_day, write_interval


def one_line(text: str) -> str:
    """The text without line breaks, so that nothing in it can pass for a heading or a line."""
    return " ".join(text.split())


def text_key(text: str) -> str:
    """What a text says, whoever says it."""
    return one_line(text).casefold().rstrip(".")


def when_so(interval: TimeInterval | None, said_at: datetime, text: str) -> str:
    """When it was so; nothing where that is not known, is in ``text``, or the day of saying it."""
    if interval is None or (interval.open_start and interval.open_end):
        return ""
    if interval.open_end:
        written = f"since {write_day(interval.start)}"
    elif interval.open_start:
        written = f"until {write_day(interval.end)}"
    else:
        written = write_interval(interval)
    return "" if written == write_day(said_at) or written in text else written
