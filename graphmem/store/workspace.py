"""The chunks of sessions and everything that they say, in one transaction."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.store.conflict import changed
from graphmem.store.database import Work
from graphmem.store.lock import lock_space
from graphmem.store.record import session_uid
from graphmem.store.sessions import SessionState, StandingChunk, session_states, stored_chunks
from graphmem.store.workspace_rows import Row
from graphmem.store.workspace_writing import StoredChunk, Writing, write_chunks


class SessionChunks(NamedTuple):
    """All chunks of a session, and the state that `session_turns` gave.

    ``complete`` is False where some of its turns are left for a later run.
    """

    conversation_id: str
    session_id: str
    state: SessionState
    chunks: Sequence[StoredChunk]
    complete: bool = True


class ChunkChange(NamedTuple):
    """How many chunks were written, kept as they were, and removed."""

    written: int
    kept: int
    removed: int


def replace_chunks(
    work: Work, space: str, sessions: Sequence[SessionChunks], *, embedding_model: str
) -> ChunkChange:
    """Make these the sessions' chunks: what is unchanged stays, what is gone takes its own along.

    A statement or an entity lives as long as a chunk gives it; facts that a caller made stay.
    Raises `ConflictError` where a session has grown since it was read.
    """
    lock_space(work, space, embedding_model=embedding_model)
    places = [(session.conversation_id, session.session_id) for session in sessions]
    states = session_states(work, space, places)
    for place, session in zip(places, sessions, strict=True):
        if states.get(place) != session.state:
            raise changed(f"session {session.session_id!r} of {session.conversation_id!r}")
    standing = stored_chunks(work, space, places)
    gone: list[str] = []
    moved: list[Row] = []
    new: list[Writing] = []
    kept = 0
    for place, session in zip(places, sessions, strict=True):
        stands = {chunk.uid: chunk for chunk in standing[place] if not chunk.facts}
        for chunk in session.chunks:
            found = stands.get(chunk.uid)
            if found is not None and _is_same(found, chunk):
                del stands[chunk.uid]
                kept += 1
                if found.place != chunk.place:
                    moved.append({"uid": chunk.uid, "place": chunk.place})
            elif chunk.workspace is None:
                raise changed(f"chunk {chunk.uid}")
            else:
                new.append(Writing(*place, chunk, chunk.workspace, facts=False))
        gone += stands
    write_chunks(work, space, gone=gone, moved=moved, new=new)
    work.run(
        "mark_extracted",
        rows=[
            {
                "uid": session_uid(space, *place),
                "state": list(session.state) if session.complete else None,
            }
            for place, session in zip(places, sessions, strict=True)
        ],
    )
    return ChunkChange(written=len(new), kept=kept, removed=len(gone))


def add_facts(
    work: Work,
    space: str,
    conversation_id: str,
    session_id: str,
    chunk: StoredChunk,
    *,
    embedding_model: str,
) -> None:
    """Write facts that a caller made; the same chunk again replaces what it gave before."""
    if chunk.workspace is None:
        raise ValueError("facts need a workspace")
    lock_space(work, space, embedding_model=embedding_model)
    place = (conversation_id, session_id)
    gone = [found.uid for found in stored_chunks(work, space, [place])[place]]
    new = [Writing(*place, chunk, chunk.workspace, facts=True)]
    write_chunks(work, space, gone=[uid for uid in gone if uid == chunk.uid], moved=[], new=new)


def _is_same(found: StandingChunk, chunk: StoredChunk) -> bool:
    if chunk.workspace is None:
        return found.digest == chunk.digest
    return (found.digest, found.extracted_by) == (chunk.digest, chunk.extracted_by)
