"""Sessions in chunks, beside those that the graph holds; what of these was skipped."""

from collections.abc import Container, Iterator, Mapping, Sequence

from graphmem.chunking import make_chunks
from graphmem.errors import NotFoundError
from graphmem.ingest.reading import ChunkReader, ReadChunk, ReadingOptions
from graphmem.model.chunk import Chunk
from graphmem.model.receipt import Skipped
from graphmem.model.thought import is_opinion_turn
from graphmem.model.workspace import NETWORKS
from graphmem.store.database import Database
from graphmem.store.directory import conversation_sessions
from graphmem.store.record import conversation_uid
from graphmem.store.sessions import SessionTurns, StandingChunk, session_turns, stored_chunks
from graphmem.store.workspace import SessionChunks
from graphmem.store.workspace_writing import StoredChunk

Vectors = Mapping[str, list[float]]


class Cut:
    """A session in chunks, and which of them stand in the graph; the latter grows in a run."""

    def __init__(
        self, session: SessionTurns, chunks: Sequence[Chunk], standing: Sequence[StandingChunk]
    ) -> None:
        self.session = session
        self.chunks = tuple(chunks)
        # Once, since each digest reads the whole chunk.
        self._keys = [(chunk.uid, chunk.digest) for chunk in self.chunks]
        self._standing = {chunk.uid: (chunk.digest, chunk.extracted_by) for chunk in standing}
        self.kept = len(self.chunks) - len(self.new())

    @property
    def place(self) -> tuple[str, str]:
        """The conversation and the session."""
        return self.session.conversation_id, self.session.session_id

    def new(self) -> list[Chunk]:
        """The chunks that are still to be read."""
        return [
            chunk
            for chunk, key in zip(self.chunks, self._keys, strict=True)
            if not self._stands(*key)
        ]

    def read_by(self, reader: str) -> list[Chunk]:
        """The chunks that stand as this reader read them."""
        return [
            chunk
            for chunk, key in zip(self.chunks, self._keys, strict=True)
            if self._stands(*key) and self._standing[key[0]][1] == reader
        ]

    def holds_any(self, uids: Container[str]) -> bool:
        """Tells whether one of these chunks is of this session."""
        return any(uid in uids for uid, _ in self._keys)

    def with_read(self, read: Mapping[str, ReadChunk], vectors: Vectors) -> SessionChunks:
        """The session as it is to stand: its chunks that do, and those of it in ``read``.

        ``read`` is by the uid of a chunk, ``vectors`` by that of a statement.
        """
        chunks = [
            self._stored(place, read.get(uid), vectors)
            for place, (uid, digest) in enumerate(self._keys)
            if uid in read or self._stands(uid, digest)
        ]
        return SessionChunks(
            *self.place,
            self.session.revision,
            len(self.session.turns),
            chunks,
            complete=len(chunks) == len(self.chunks),
        )

    def written(self, stored: SessionChunks) -> None:
        """Take note that these chunks stand now."""
        self._standing = {chunk.uid: (chunk.digest, chunk.extracted_by) for chunk in stored.chunks}

    def _stands(self, uid: str, digest: str) -> bool:
        found = self._standing.get(uid)
        return found is not None and found[0] == digest

    def _stored(self, place: int, read: ReadChunk | None, vectors: Vectors) -> StoredChunk:
        uid, digest = self._keys[place]
        turns = self.chunks[place].turns
        if read is not None:
            by, workspace = read.extracted_by, read.workspace
            statements = (*workspace.answers, *workspace.questions)
            embeddings = {item.uid: vectors[item.uid] for item in statements}
        else:
            by, workspace, embeddings = self._standing[uid][1], None, {}
        return StoredChunk(
            uid=uid,
            digest=digest,
            extracted_by=by,
            first_dia_id=turns[0].dia_id,
            last_dia_id=turns[-1].dia_id,
            place=place,
            workspace=workspace,
            embeddings=embeddings,
        )


def cut_sessions(
    database: Database, sessions: Sequence[SessionTurns], reading: ReadingOptions, *, space: str
) -> list[Cut]:
    """Cut sessions as the reading wants it; reads which of their chunks stand."""
    places = [(session.conversation_id, session.session_id) for session in sessions]
    standing = database.read(lambda work: stored_chunks(work, space, places))
    return [
        Cut(
            session,
            make_chunks(
                [turn for turn in session.turns if not is_opinion_turn(turn.dia_id)],
                space=space,
                conversation_id=session.conversation_id,
                people=session.people,
                strategy=reading.strategy,
                embeddings=session.embeddings,
                settings=reading.chunks,
            ),
            [chunk for chunk in standing[place] if not chunk.facts],
        )
        for place, session in zip(places, sessions, strict=True)
    ]


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
