"""From recorded turns to workspaces: chunk, extract, check, encode, write.

What waits for extraction is read from the graph, so that a run that was stopped, or a turn that
was said live, is taken up by the next run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.parser import ParsedAhead
from graphmem.chunking import make_chunks
from graphmem.extraction.admit import admit
from graphmem.extraction.llm import ChunkExtraction, extract_chunks, place_of
from graphmem.extraction.rules import extract_by_rules
from graphmem.ingest.clock import Clock
from graphmem.ingest.encoding import Encode, encode_by_length
from graphmem.model.chunk import Chunk, ChunkSettings, ChunkStrategy
from graphmem.model.parse import Parser
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import WorkspaceReceipt
from graphmem.model.workspace import BY_RULES, Admission, ProposedWorkspace, Rejection, Workspace
from graphmem.store.conflict import ConflictError
from graphmem.store.database import Database
from graphmem.store.sessions import (
    PendingSession,
    SessionTurns,
    StandingChunk,
    pending_sessions,
    session_turns,
    stored_chunks,
)
from graphmem.store.workspace import SessionChunks, replace_chunks
from graphmem.store.workspace_writing import StoredChunk

# Turns whose workspaces are encoded and written together: encoding likes many texts at once, and
# a kill loses at most this much work.
_GROUP = 1_500
_PARSED_AHEAD = 32  # chunks: parsing likes many texts at once too


class Reading(NamedTuple):
    """How turns are cut and read; without a ``model`` the rules read."""

    parser: Callable[[], Parser]
    strategy: ChunkStrategy = ChunkStrategy.HYBRID
    chunks: ChunkSettings = ChunkSettings()
    model: LanguageModel | None = None
    parallel: int = 4


class _Cut(NamedTuple):
    """A session in chunks, and which of them the graph holds already, by uid."""

    session: SessionTurns
    chunks: tuple[Chunk, ...]
    standing: Mapping[str, StandingChunk]

    def new(self) -> list[Chunk]:
        """The chunks that are to be extracted."""
        return [
            chunk
            for chunk in self.chunks
            if chunk.uid not in self.standing or self.standing[chunk.uid].digest != chunk.digest
        ]


class _Done(NamedTuple):
    """What became of one chunk that was extracted."""

    extracted_by: str
    workspace: Workspace


class WorkspaceBuilder:
    """Brings the workspaces of a space up to date with its turns; `build` may be called once."""

    def __init__(
        self,
        database: Database,
        encode: Encode,
        reading: Reading,
        *,
        space: str,
        embedding_model: str,
        clock: Clock,
        progress: Progress = silent,
    ) -> None:
        self._database = database
        self._encode = encode
        self._reading = reading
        self._space = space
        self._embedding_model = embedding_model
        self._clock = clock
        self._progress = progress
        self._written: list[Workspace] = []
        self._rejected: list[Rejection] = []
        self._notes: list[str] = []
        self._sessions = 0
        self._left = 0
        self._kept = 0
        self._chunks = 0

    def build(self) -> WorkspaceReceipt:
        """Extract every session that waits for it; stops cleanly where a budget is spent."""
        before = self._reading.model.usage if self._reading.model else None
        pending = pending_sessions(self._database, self._space)
        seen = 0
        for group in self._groups(pending):
            self._build(group)
            seen += len(group)
            self._progress("extracted", seen, len(pending))
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
            rejected=tuple(self._rejected),
            notes=tuple(dict.fromkeys(self._notes)),
            usage=model.usage - before if model and before else None,
        )

    def _groups(self, pending: Sequence[PendingSession]) -> Iterator[list[SessionTurns]]:
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
        with self._clock.stage("extract"):
            cuts = self._cut(sessions)
            done = dict(self._extract([chunk for cut in cuts for chunk in cut.new()]))
        with self._clock.stage("encode_texts"):
            vectors = self._vectors(item.workspace for item in done.values())
        with self._clock.stage("store"):
            self._write_all(cuts, done, vectors)

    def _cut(self, sessions: Sequence[SessionTurns]) -> list[_Cut]:
        places = [(session.conversation_id, session.session_id) for session in sessions]
        standing = self._database.read(lambda work: stored_chunks(work, self._space, places))
        return [
            _Cut(
                session,
                tuple(
                    make_chunks(
                        session.turns,
                        space=self._space,
                        conversation_id=session.conversation_id,
                        people=session.people,
                        strategy=self._reading.strategy,
                        embeddings=session.embeddings,
                        settings=self._reading.chunks,
                    )
                ),
                {chunk.uid: chunk for chunk in standing[place] if not chunk.facts},
            )
            for place, session in zip(places, sessions, strict=True)
        ]

    def _extract(self, chunks: Sequence[Chunk]) -> Iterator[tuple[str, _Done]]:
        for number, item in enumerate(self._proposals(chunks), start=1):
            if item.note:
                self._notes.append(item.note)
            if item.proposed is None or item.extracted_by is None:
                continue
            by, admission = self._admit(item, item.proposed, item.extracted_by)
            self._rejected += admission.rejected
            self._progress("extracted chunks", number, len(chunks))
            yield item.chunk.uid, _Done(by, admission.workspace)

    def _admit(
        self, item: ChunkExtraction, proposed: ProposedWorkspace, by: str
    ) -> tuple[str, Admission]:
        admission = admit(proposed, item.chunk, extracted_by=by)
        if by == BY_RULES or not admission.rejected or _says_something(admission.workspace):
            return by, admission
        # A model that got everything wrong must not leave the chunk without what it says.
        chunk = item.chunk
        by_rules = extract_by_rules(chunk, self._reading.parser())
        again = admit(by_rules, chunk, extracted_by=BY_RULES)
        model = by.removeprefix("llm:")
        self._notes.append(
            f"{place_of(chunk)}: by rules, since {model} proposed nothing that is borne out."
        )
        return BY_RULES, again.model_copy(
            update={"rejected": (*admission.rejected, *again.rejected)}
        )

    def _proposals(self, chunks: Sequence[Chunk]) -> Iterable[ChunkExtraction]:
        if self._reading.model is None:
            return self._by_rules(chunks)
        return extract_chunks(
            chunks,
            self._reading.model,
            fallback=lambda chunk: extract_by_rules(chunk, self._reading.parser()),
            parallel=self._reading.parallel,
        )

    def _by_rules(self, chunks: Sequence[Chunk]) -> Iterator[ChunkExtraction]:
        for begin in range(0, len(chunks), _PARSED_AHEAD):
            some = chunks[begin : begin + _PARSED_AHEAD]
            parser = ParsedAhead(
                self._reading.parser(), [turn.text for chunk in some for turn in chunk.turns]
            )
            for chunk in some:
                yield ChunkExtraction(
                    chunk=chunk, proposed=extract_by_rules(chunk, parser), extracted_by=BY_RULES
                )

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

    def _write_all(
        self, cuts: Sequence[_Cut], done: Mapping[str, _Done], vectors: Mapping[str, list[float]]
    ) -> None:
        sessions = [_session(cut, done, vectors) for cut in cuts]
        try:
            self._write(sessions)
        except ConflictError:
            # Somebody spoke meanwhile: all but their session can still be written.
            for session in sessions:
                try:
                    self._write([session])
                except ConflictError as error:
                    place = f"{session.conversation_id}, {session.session_id}"
                    self._notes.append(f"{place}: left for the next run. {error.problem}")
                    self._left += 1

    def _write(self, sessions: Sequence[SessionChunks]) -> None:
        change = self._database.write(
            partial(
                replace_chunks,
                space=self._space,
                sessions=sessions,
                embedding_model=self._embedding_model,
            )
        )
        self._chunks += change.written
        self._kept += change.kept
        for session in sessions:
            self._sessions += session.complete
            self._left += not session.complete
            self._written += [item.workspace for item in session.chunks if item.workspace]


def _says_something(workspace: Workspace) -> bool:
    return bool(workspace.answers or workspace.roles or workspace.questions)


def _session(
    cut: _Cut, done: Mapping[str, _Done], vectors: Mapping[str, list[float]]
) -> SessionChunks:
    chunks = [
        stored
        for place, chunk in enumerate(cut.chunks)
        if (stored := _stored(place, chunk, cut, done, vectors)) is not None
    ]
    session = cut.session
    return SessionChunks(
        session.conversation_id,
        session.session_id,
        session.state,
        chunks,
        complete=len(chunks) == len(cut.chunks),
    )


def _stored(
    place: int,
    chunk: Chunk,
    cut: _Cut,
    done: Mapping[str, _Done],
    vectors: Mapping[str, list[float]],
) -> StoredChunk | None:
    """The chunk as it is to stand; None where it was left for a later run."""
    standing = cut.standing.get(chunk.uid)
    extracted = done.get(chunk.uid)
    if extracted is None and (standing is None or standing.digest != chunk.digest):
        return None
    if extracted is not None:
        by, workspace = extracted
        statements = (*workspace.answers, *workspace.questions)
        embeddings = {item.uid: vectors[item.uid] for item in statements}
    else:
        by, workspace, embeddings = standing.extracted_by if standing else BY_RULES, None, {}
    return StoredChunk(
        uid=chunk.uid,
        digest=chunk.digest,
        extracted_by=by,
        first_dia_id=chunk.turns[0].dia_id,
        last_dia_id=chunk.turns[-1].dia_id,
        place=place,
        workspace=workspace,
        embeddings=embeddings,
    )
