"""From recorded turns to workspaces: chunk, extract, check, encode, write.

What waits for extraction is read from the graph, so that a run that was stopped, or a turn that
was said live, is taken up by the next run. A session on which a run fails is tried alone, then put
off with the reason, so that it keeps no other waiting.
"""

import contextlib
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby, islice

from graphmem.errors import GraphMemError, LlmError, StoreError
from graphmem.ingest.clock import Clock
from graphmem.ingest.cutting import Cut, Vectors, cut_sessions
from graphmem.ingest.encoding import Encode, encode_by_length
from graphmem.ingest.reading import ChunkReader, ReadChunk, ReadingOptions
from graphmem.ingest.taking_back import uphold
from graphmem.model.chunk import Chunk
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Skipped, WorkspaceReceipt, count_skipped
from graphmem.model.workspace import Workspace
from graphmem.store.database import Database, Work
from graphmem.store.lock import ConflictError
from graphmem.store.sessions import (
    PendingSession,
    SessionTurns,
    due_sessions,
    named_things,
    pending_sessions,
    session_turns,
)
from graphmem.store.waiting import (
    ExtractedSession,
    Place,
    begin_extraction,
    end_extraction,
    fail_extraction,
)
from graphmem.store.workspace import ChunkChange, SessionChunks, replace_chunks

__all__ = ["ReadingOptions", "WorkspaceBuilder"]

# Turns that are read from the graph at once, and by rules also encoded and written together:
# encoding likes many texts, and a kill loses at most this much work.
_GROUP = 1_500

_log = logging.getLogger(__name__)


class WorkspaceBuilder:
    """Brings the workspaces of a space up to date with its turns; `build` may be called once.

    With ``most`` it takes the newest of what waits, one session or more of at most so many turns,
    and what failed only when it is to be tried again; with ``only``, these sessions of what waits.
    Afterwards ``done`` has the sessions that wait only for the layers.
    """

    def __init__(
        self,
        database: Database,
        encode: Encode,
        reading: ReadingOptions,
        *,
        space: str,
        embedding_model: str,
        clock: Clock,
        progress: Progress = silent,
        most: int | None = None,
        only: Set[Place] | None = None,
    ) -> None:
        self._only = only
        self.done: list[ExtractedSession] = []
        self._most = most
        self._database = database
        self._encode = encode
        self._reading = reading
        self._space = space
        self._embedding_model = embedding_model
        self._clock = clock
        self._progress = progress
        self._reader = ChunkReader(
            reading, progress, lambda conversation: named_things(database, space, conversation)
        )
        self._written: list[Workspace] = []
        self._skipped: list[Skipped] = []
        self._notes: list[str] = []
        self._sessions = 0
        self._left = 0
        self._kept = 0
        self._chunks = 0

    def build(self) -> WorkspaceReceipt:
        """Extract every session that waits for it; stops cleanly where a budget is spent.

        What a model read before it failed for good (`LlmSetupError`) is written first.
        """
        before = self._reading.model.usage if self._reading.model else None
        if self._most is None:
            pending = pending_sessions(self._database, self._space)
        else:
            pending = due_sessions(self._database, self._space, turns=self._most)
        if self._only is not None:
            pending = [item for item in pending if item.place in self._only]
        self.done += [
            ExtractedSession(item.place, item.revision) for item in pending if item.extracted
        ]
        unread = [item for item in pending if not item.extracted]
        seen = 0
        for group in self._groups(unread):
            self._build(group)
            seen += len(group)
            self._progress("extracted", seen, len(unread))
        model = self._reading.model
        return WorkspaceReceipt(
            sessions=self._sessions,
            sessions_pending=self._left,
            chunks=self._chunks,
            chunks_kept=self._kept,
            entities=sum(len(workspace.entities) for workspace in self._written),
            roles=sum(len(workspace.roles) for workspace in self._written),
            questions=sum(len(workspace.questions) for workspace in self._written),
            answers=sum(len(workspace.answers) for workspace in self._written),
            rejected=tuple(self._reader.rejected),
            skipped=count_skipped(self._skipped),
            notes=tuple(dict.fromkeys((*self._reader.notes, *self._notes))),
            usage=model.usage - before if model and before else None,
        )

    def _groups(self, pending: Sequence[PendingSession]) -> Iterator[list[SessionTurns]]:
        # What was begun before and did not get to an end comes last, and each alone.
        yield from self._together([item for item in pending if not item.attempts])
        for item in pending:
            if item.attempts:
                yield from self._together([item])

    def _together(self, pending: Sequence[PendingSession]) -> Iterator[list[SessionTurns]]:
        group: list[SessionTurns] = []
        for conversation_id, sessions in groupby(pending, key=lambda item: item.conversation_id):
            with self._clock.stage("extract"):
                read = session_turns(
                    self._database,
                    self._space,
                    conversation_id,
                    [session.session_id for session in sessions],
                )
            for session in read:
                group.append(session)
                if sum(len(item.turns) for item in group) >= _GROUP:
                    yield group
                    group = []
        if group:
            yield group

    def _build(self, sessions: Sequence[SessionTurns]) -> None:
        left = {(session.conversation_id, session.session_id): session for session in sessions}
        begin_extraction(self._database, self._space, list(left))
        try:
            self._extract(sessions)
        except Exception as error:
            for done in self.done:
                left.pop(done.place, None)
            if not _is_of_what_was_read(error):
                with contextlib.suppress(StoreError):  # the next attempt is merely made alone
                    end_extraction(self._database, self._space, list(left))
                raise
            if len(sessions) > 1:
                end_extraction(self._database, self._space, list(left))
                for session in left.values():
                    self._build([session])
            elif left:
                self._put_off(next(iter(left)), error)

    def _put_off(self, place: tuple[str, str], error: Exception) -> None:
        reason = error.problem if isinstance(error, GraphMemError) else type(error).__name__
        fail_extraction(self._database, self._space, place, reason)
        named = "/".join(place)
        # Only the kind: what an error says may hold words of a turn.
        _log.error("%s: could not be extracted (%s)", named, type(error).__name__)
        self._notes.append(f"{named}: could not be extracted, and is tried again later. {reason}")
        self._left += 1

    def _extract(self, sessions: Sequence[SessionTurns]) -> None:
        with self._clock.stage("extract"):
            waiting = cut_sessions(self._database, sessions, self._reading, space=self._space)
        for read, is_last in self._read([chunk for cut in waiting for chunk in cut.new()]):
            touched = [cut for cut in waiting if is_last or cut.holds_any(read)]
            closed = self._write_all(touched, read)
            waiting = [cut for cut in waiting if cut.place not in closed]
        self._left += len(waiting)
        self._kept += sum(cut.kept for cut in waiting)
        if waiting:
            end_extraction(self._database, self._space, [cut.place for cut in waiting])

    def _read(self, chunks: Sequence[Chunk]) -> Iterator[tuple[dict[str, ReadChunk], bool]]:
        """What is to be written at once, by the uid of a chunk; whether it is the last of it."""
        together = self._reading.kept_together if self._reading.model else len(chunks) + 1
        reading = self._reader.read(chunks)
        is_last = False
        while not is_last:
            read: dict[str, ReadChunk] = {}
            try:
                with self._clock.stage("extract"):
                    is_last = not _take(reading, together, read)
            except LlmError:
                # It is paid for, whatever comes after.
                yield read, False
                raise
            yield read, is_last

    def _write_all(
        self, cuts: Sequence[Cut], read: Mapping[str, ReadChunk]
    ) -> set[tuple[str, str]]:
        """Write what was read; the places of the sessions that this run is through with."""
        with self._clock.stage("encode_texts"):
            vectors = self._vectors(item.workspace for item in read.values())
        with self._clock.stage("store"):
            try:
                return self._write(cuts, read, vectors)
            except ConflictError:
                # Somebody spoke meanwhile: all but their session can still be written.
                return {place for cut in cuts for place in self._write_or_leave(cut, read, vectors)}

    def _write_or_leave(
        self, cut: Cut, read: Mapping[str, ReadChunk], vectors: Vectors
    ) -> set[tuple[str, str]]:
        try:
            return self._write([cut], read, vectors)
        except ConflictError as error:
            place = ", ".join(cut.place)
            self._notes.append(f"{place}: left for the next run. {error.problem}")
            self._left += 1
            return {cut.place}

    def _write(
        self, cuts: Sequence[Cut], read: Mapping[str, ReadChunk], vectors: Vectors
    ) -> set[tuple[str, str]]:
        sessions = [cut.with_read(read, vectors) for cut in cuts]
        change = self._database.write(partial(self._replace, sessions))
        self._chunks += change.written
        closed = set()
        for cut, session in zip(cuts, sessions, strict=True):
            cut.written(session)
            self._written += [item.workspace for item in session.chunks if item.workspace]
            for item in session.chunks:
                self._skipped += read[item.uid].skipped if item.uid in read else ()
            if session.complete:
                closed.add(cut.place)
                self.done.append(ExtractedSession(cut.place, session.revision, session.turns))
                self._sessions += 1
                self._kept += cut.kept
        return closed

    def _replace(self, sessions: Sequence[SessionChunks], work: Work) -> ChunkChange:
        change = replace_chunks(work, self._space, sessions, embedding_model=self._embedding_model)
        if change.written:
            uphold(work, self._space, (session.conversation_id for session in sessions))
        return change

    def _vectors(self, workspaces: Iterable[Workspace]) -> dict[str, list[float]]:
        texts = {
            statement.uid: statement.text
            for workspace in workspaces
            for statement in (*workspace.answers, *workspace.questions)
        }
        encoded = encode_by_length(
            self._encode, list(texts.values()), stage="encoded texts", progress=self._progress
        )
        return dict(zip(texts, encoded, strict=True))


def _is_of_what_was_read(error: Exception) -> bool:
    """Whether an error may come of a session, and would not of the next: not one of the world's."""
    return not isinstance(error, GraphMemError) or type(error) is StoreError


def _take(reading: Iterator[ReadChunk], count: int, read: dict[str, ReadChunk]) -> bool:
    """Add the next so many to ``read``, as far as it goes; whether there were as many."""
    for item in islice(reading, count):
        read[item.chunk.uid] = item
    return len(read) == count
