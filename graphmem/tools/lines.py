"""Words what the tools find for language models: statements in lines, and what two sides share."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from graphmem.model.time import TimeInterval
from graphmem.model.tools import Comparison, PeopleComparison, Said, TimelineEntry


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
