"""Chunks of turns: cut by a strategy within limits, then put together."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from itertools import accumulate, groupby, pairwise

from graphmem.chunking.pieces import Edge, Piece, merged, pieces, size
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkSettings, ChunkStrategy, ChunkTurn

_DEFAULT = ChunkSettings()


def chunk_turns(
    turns: Sequence[ChunkTurn],
    *,
    strategy: ChunkStrategy = ChunkStrategy.HYBRID,
    embeddings: Mapping[str, Sequence[float]] | None = None,
    settings: ChunkSettings = _DEFAULT,
) -> list[list[ChunkTurn]]:
    """The turns of one session, in order, in chunks; every character of them is in one.

    A chunk is whole turns and keeps a question together with its answer, unless that alone is
    over ``max_characters``: then a turn is split, which shows in its ``offset``. No chunk is over
    that limit, but for a single caption that is. ``embeddings`` is by the uid of a turn.
    """
    parts = pieces(turns, limit=settings.max_characters)
    known = embeddings or {}
    vectors = [known.get(part.turn.uid) for part in parts]
    return [merged(chunk) for chunk in cut(parts, vectors, strategy=strategy, settings=settings)]


def make_chunks(
    turns: Sequence[ChunkTurn],
    *,
    space: str,
    conversation_id: str,
    people: Sequence[ChunkParticipant],
    strategy: ChunkStrategy = ChunkStrategy.HYBRID,
    embeddings: Mapping[str, Sequence[float]] | None = None,
    settings: ChunkSettings = _DEFAULT,
) -> list[Chunk]:
    """The chunks of a conversation's turns, session by session; see `chunk_turns`."""
    return [
        Chunk(
            space=space,
            conversation_id=conversation_id,
            session_id=session_id,
            turns=tuple(chunk),
            people=tuple(people),
        )
        for session_id, session in groupby(turns, key=lambda turn: turn.session_id)
        for chunk in chunk_turns(
            list(session), strategy=strategy, embeddings=embeddings, settings=settings
        )
    ]


# Where to cut: each strategy names the end that it would like, the limits have the last word.

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
