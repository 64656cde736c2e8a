"""The chunks of sessions and everything that they say, in one transaction."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.store.database import Work
from graphmem.store.lock import changed, lock_space
from graphmem.store.record import conversation_uid, session_uid
from graphmem.store.sessions import StandingChunk, session_revisions, stored_chunks
from graphmem.store.workspace_rows import Row
from graphmem.store.workspace_writing import StoredChunk, Writing, write_chunks


class SessionChunks(NamedTuple):
    """All chunks of a session, and the revision and the number of turns of it that were read.

    ``complete`` is False where some of these turns are left for a later run.
    """

    conversation_id: str
    session_id: str
    revision: int
    turns: int
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
    A session that has changed since it was read still waits afterwards. Raises `ConflictError`
    where a later revision of it was extracted meanwhile.
    """
    lock_space(work, space, embedding_model=embedding_model)
    places = [(session.conversation_id, session.session_id) for session in sessions]
    revisions = session_revisions(work, space, places)
    for place, session in zip(places, sessions, strict=True):
        found_revision = revisions.get(place)
        if found_revision is None or (found_revision.extracted or 0) > session.revision:
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
    if gone or new:
        mark_stale(work, space, (session.conversation_id for session in sessions))
    work.run(
        "mark_extracted",
        rows=[
            {"uid": session_uid(space, *place), "revision": session.revision}
            for place, session in zip(places, sessions, strict=True)
            if session.complete
        ],
    )
    return ChunkChange(written=len(new), kept=kept, removed=len(gone))


def mark_stale(work: Work, space: str, conversation_ids: Iterable[str]) -> None:
    """Take note that the layers of these conversations are to be planned anew."""
    uids = [conversation_uid(space, one) for one in sorted(set(conversation_ids))]
    work.run("mark_stale", uids=uids)


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
    mark_stale(work, space, [conversation_id])


def _is_same(found: StandingChunk, chunk: StoredChunk) -> bool:
    if chunk.workspace is None:
        return found.digest == chunk.digest
    return (found.digest, found.extracted_by) == (chunk.digest, chunk.extracted_by)
