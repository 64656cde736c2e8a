"""Turns to chunks."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from graphmem.chunking.cuts import cut
from graphmem.chunking.pieces import merged, pieces
from graphmem.model.chunk import Chunk, ChunkSettings, ChunkStrategy, ChunkTurn, Speaker

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
    people: Sequence[Speaker],
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
