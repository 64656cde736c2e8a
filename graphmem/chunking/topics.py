"""Topic shifts: how far likeness dips between neighbouring turns (after Hearst's TextTiling)."""

from collections.abc import Sequence

_BLOCK = 2  # turns before and after a place that are compared
_REACH = 3  # places to either side in which a dip's shoulders are looked for
_DIGITS = 6  # so that the last bits of a sum cannot move a cut


def depths(vectors: Sequence[Sequence[float] | None]) -> list[float]:
    """Of each place before a turn, and of the end, how deep likeness dips there: 0 to 4.

    Every dip depends on a few turns around it only, so a session that grows keeps its cuts.
    Turns without a vector count as like their neighbours. Linear in the number of turns.
    """
    count = len(vectors)
    likeness = _likeness(vectors)
    found = [0.0] * (count + 1)
    for place in range(1, count):
        here = likeness[place]
        left = _shoulder(likeness, range(place - 1, max(0, place - 1 - _REACH), -1), here)
        right = _shoulder(likeness, range(place + 1, min(count, place + 1 + _REACH)), here)
        found[place] = round(left + right - 2 * here, _DIGITS)
    return found


def _shoulder(likeness: Sequence[float], places: range, here: float) -> float:
    highest = here
    for place in places:
        if likeness[place] < highest:
            break
        highest = likeness[place]
    return highest


def _likeness(vectors: Sequence[Sequence[float] | None]) -> list[float]:
    """Of each place before a turn, the cosine between the turns before and those behind it."""
    import numpy as np  # here, so that graphmem imports fast

    count = len(vectors)
    known = next((vector for vector in vectors if vector is not None), None)
    if known is None or count < 2:
        return [1.0] * count
    empty = [0.0] * len(known)
    rows = np.asarray([empty if one is None else one for one in vectors], dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    found = [1.0] * count
    for place in range(1, count):
        before = rows[max(0, place - _BLOCK) : place].sum(axis=0)
        behind = rows[place : place + _BLOCK].sum(axis=0)
        scale = float(np.linalg.norm(before) * np.linalg.norm(behind))
        found[place] = float(before @ behind) / scale if scale else 1.0
    return found
