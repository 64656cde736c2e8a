"""Where to cut: each strategy names the end that it would like, the limits have the last word."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import accumulate, pairwise

from graphmem.chunking.pieces import Edge, Piece, size
from graphmem.chunking.topics import depths
from graphmem.model.chunk import ChunkSettings, ChunkStrategy

Vectors = Sequence[Sequence[float] | None]
_DIP = 3  # places that a dip is wide
# Where a chunk that begins at one place and reaches at most to another had best end.
Wish = Callable[[int, int], int]


def cut(
    parts: Sequence[Piece], vectors: Vectors, *, strategy: ChunkStrategy, settings: ChunkSettings
) -> list[Sequence[Piece]]:
    """The pieces in chunks; ``vectors`` has one for each piece. Linear in their number."""
    wish = _wish(parts, vectors, strategy, settings)
    before = [0, *accumulate(size(part.turn) for part in parts)]
    made: list[Sequence[Piece]] = []
    start = 0
    while start < len(parts):
        reach = bisect_right(before, before[start] + settings.max_characters) - 1
        reach = max(reach, start + 1)
        end = _allowed(parts, start, min(wish(start, reach), reach), reach)
        made.append(parts[start:end])
        start = end
    return made


def _allowed(parts: Sequence[Piece], start: int, wished: int, reach: int) -> int:
    """The free end next to the wish: at it, behind it, before it; else the least harmful."""
    for end in range(wished, reach + 1):
        if _free(parts, end):
            return end
    for end in range(wished - 1, start, -1):
        if _free(parts, end):
            return end
    for end in range(reach, start, -1):
        if parts[end].edge is Edge.INSIDE:
            return end
    return reach


def _free(parts: Sequence[Piece], end: int) -> bool:
    return end == len(parts) or parts[end].edge is Edge.FREE


def _wish(
    parts: Sequence[Piece], vectors: Vectors, strategy: ChunkStrategy, settings: ChunkSettings
) -> Wish:
    if strategy is ChunkStrategy.FIXED:
        return lambda start, _: start + settings.turns
    if strategy is ChunkStrategy.GAP:
        return _at_pauses(parts, timedelta(minutes=settings.gap_minutes))
    return _at_shifts(parts, depths(vectors), settings)


def _at_pauses(parts: Sequence[Piece], pause: timedelta) -> Wish:
    ends = [
        place
        for place, (one, other) in enumerate(pairwise(parts), 1)
        if other.turn.said_at - one.turn.said_at >= pause and _free(parts, place)
    ]

    def wish(start: int, reach: int) -> int:
        behind = bisect_right(ends, start)
        return ends[behind] if behind < len(ends) else reach

    return wish


def _at_shifts(parts: Sequence[Piece], depth: Sequence[float], settings: ChunkSettings) -> Wish:
    def wish(start: int, reach: int) -> int:
        window = range(
            start + settings.min_turns,
            min(start + settings.max_turns, reach, len(parts) - settings.min_turns) + 1,
        )
        shifts = [end for end in window if depth[end] >= settings.topic_shift and _free(parts, end)]
        if shifts:
            # The bottom of the first dip, not of a deeper one behind it.
            return max(
                (end for end in shifts if end < shifts[0] + _DIP), key=lambda end: depth[end]
            )
        # A few turns too many are better than a last chunk of a few.
        if len(parts) - start <= settings.max_turns + settings.min_turns:
            return len(parts)
        return start + settings.max_turns

    return wish
