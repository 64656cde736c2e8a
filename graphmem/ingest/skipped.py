"""Lists skipped words of extracted turns, by reading them again; writes nothing."""

from collections.abc import Iterator

from graphmem.errors import NotFoundError
from graphmem.ingest.cutting import cut_sessions
from graphmem.ingest.reading import ChunkReader, ReadingOptions
from graphmem.model.receipt import Skipped
from graphmem.model.workspace import NETWORKS
from graphmem.store.database import Database
from graphmem.store.directory import conversation_sessions
from graphmem.store.record import conversation_uid
from graphmem.store.sessions import session_turns


def skipped_of(
    database: Database,
    reading: ReadingOptions,
    *,
    space: str,
    conversation_id: str,
    session_id: str | None = None,
) -> Iterator[Skipped]:
    """In the order of the talk; only of the chunks that the networks read.

    Raises `NotFoundError` for a conversation or session that the space does not hold.
    """
    sessions = conversation_sessions(database, conversation_uid(space, conversation_id))
    if not sessions:
        raise NotFoundError(
            f"The space {space!r} has no conversation {conversation_id!r}.",
            next_step="`graphmem conversations` lists them.",
        )
    if session_id is not None and session_id not in sessions:
        raise NotFoundError(
            f"{conversation_id!r} has no session {session_id!r}.",
            next_step=f"Name one of its {len(sessions)}, the first of which is {sessions[0]!r}.",
        )
    alone = reading._replace(model=None)
    for name in sessions if session_id is None else [session_id]:
        read = session_turns(database, space, conversation_id, [name])
        cuts = cut_sessions(database, read, alone, space=space)
        chunks = [chunk for cut in cuts for chunk in cut.read_by(NETWORKS)]
        for item in ChunkReader(alone).read(chunks):
            yield from item.skipped
