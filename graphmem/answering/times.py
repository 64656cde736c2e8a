"""What the time expressions of an evidence sentence meant when it was said."""

from datetime import datetime

from graphmem.language.time import find_times
from graphmem.model.answer import ResolvedTime


def resolved_times(sentence: str, said_at: datetime) -> tuple[ResolvedTime, ...]:
    """Every time expression that has a meaning, resolved against the turn's own date."""
    return tuple(
        ResolvedTime(
            expression=found.text,
            meaning=found.phrase,
            start=found.interval.start,
            end=found.interval.end,
        )
        for found in find_times(sentence, said_at=said_at)
        if found.interval is not None and found.phrase is not None
    )
