"""The table of traps.tsv: what was said, when, and the intervals that it means."""

from collections.abc import Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import NamedTuple

from graphmem.language.time import Relation, TimeExpression
from training.time_matching import interval_of, is_exactly

TABLE = Path(__file__).with_name("traps.tsv")
_SEPARATOR = " | "


class Trap(NamedTuple):
    """A row: ``edtf`` and ``rules`` are empty where nothing that is said has an interval."""

    kind: str
    said: date
    weekday: str
    sentence: str
    words: tuple[str, ...]
    edtf: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def said_at(self) -> datetime:
        """Noon of the day."""
        return datetime.combine(self.said, time(12))


def read_traps() -> list[Trap]:
    """All rows of the table."""
    _, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [_row(*line.split("\t")) for line in lines]


def _row(
    kind: str, said: str, weekday: str, sentence: str, words: str, edtf: str, rules: str
) -> Trap:
    return Trap(
        kind,
        date.fromisoformat(said),
        weekday,
        sentence,
        _parts(words),
        _parts(edtf),
        _parts(rules),
    )


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(_SEPARATOR)) if cell else ()


def is_read(trap: Trap, found: Sequence[TimeExpression]) -> bool:
    """Whether what was found has the row's intervals, each of them, and no other."""
    spans = (interval_of(one) for one in found if one.relation is not Relation.FOR)
    read = [span for span in spans if span is not None]
    return all(any(is_exactly(one, edtf) for one in read) for edtf in trap.edtf) and all(
        any(is_exactly(one, edtf) for edtf in trap.edtf) for one in read
    )
