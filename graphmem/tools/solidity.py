"""Decides whether what is told is solid, or a hypothesis until it is confirmed or old enough."""

from collections.abc import Sequence
from datetime import timedelta

from graphmem.model.memory import KnownOutcome

STANDS_AFTER = timedelta(days=30)
"""For so long, while it was heard, nothing may have replaced what was told in one turn alone.

What is said for now ("I am in Lund this week") is over by then, and who speaks weekly has had
several talks in which to put it right.
"""


def is_solid(times_told: int, outcomes: Sequence[KnownOutcome]) -> bool:
    """Tells whether what so many turns say is confirmed.

    ``outcomes`` are of the statements that say it. A person's own correction is; what was put right
    since it was said last, or is contradicted by what stands, is not, however often or long ago it
    was told.
    """
    if any(one.by_hand for one in outcomes):
        return True
    if any(one.contested for one in outcomes) or _put_right(outcomes):
        return False
    return times_told > 1 or any(map(_stood, outcomes))


def _put_right(outcomes: Sequence[KnownOutcome]) -> bool:
    last = max((one.said_at for one in outcomes), default=None)
    return any(one.corrected for one in outcomes if one.said_at == last)


def _stood(outcome: KnownOutcome) -> bool:
    until = min(outcome.heard_to, outcome.replaced_at or outcome.heard_to)
    return until - outcome.said_at >= STANDS_AFTER
