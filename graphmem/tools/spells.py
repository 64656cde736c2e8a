"""The values that a part of somebody's life had, one after the other; pure."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from graphmem.model.memory import KnownStatement
from graphmem.model.time import TimeInterval
from graphmem.tools.claims import SlotClaim
from graphmem.tools.slots import same_value


class Spell(NamedTuple):
    """A value from ``first`` to ``end``, None while it lasts; ``begin`` where that was told."""

    value: str
    key: frozenset[str]
    first: datetime
    end: datetime | None
    begin: TimeInterval | None
    statements: tuple[KnownStatement, ...]

    def lies_in(self, time: TimeInterval) -> bool:
        """Whether it was so at some moment of a time."""
        return self.first < time.end and (self.end is None or time.start < self.end)


def spells(claims: Iterable[SlotClaim], until: datetime) -> list[Spell]:
    """Values in time, each until the next or until somebody tells that it is over.

    What begins after ``until`` is not so yet, though it was announced.
    """
    found: list[Spell] = []
    for claim in sorted(claims, key=lambda one: one.start):
        last = found[-1] if found else None
        again = last is not None and same_value(last.key, claim.key)
        if claim.start > until or (claim.over and not again):
            continue
        interval = claim.statement.interval
        begin = interval if claim.dated and interval and not interval.open_start else None
        if last is not None and again:
            fuller = claim.value if len(claim.key) > len(last.key) else last.value
            found[-1] = last._replace(
                value=last.value if claim.over else fuller,
                key=last.key | claim.key,
                end=claim.start if claim.over else None,
                begin=last.begin if claim.over else last.begin or begin,
                statements=(*last.statements, claim.statement),
            )
            continue
        if last is not None and last.end is None:
            found[-1] = last._replace(end=claim.start)
        first = (claim.value, claim.key, claim.start, None, begin, (claim.statement,))
        found.append(Spell(*first))
    return found
