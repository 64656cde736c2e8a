"""Facts that a caller made: through the same door, beside what was extracted."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from graphmem.errors import NotFoundError
from graphmem.extraction.admit import admit_facts
from graphmem.ingest.encoding import Encode
from graphmem.ingest.taking_back import told, uphold
from graphmem.model.ids import content_digest, uid
from graphmem.model.retraction import Retraction
from graphmem.model.workspace import Admission, ProposedWorkspace, Rejection, Workspace
from graphmem.store.database import Database, Work
from graphmem.store.directory import conversation_sessions
from graphmem.store.record import conversation_uid
from graphmem.store.sessions import SessionTurns, session_turns
from graphmem.store.workspace import add_facts as write_facts
from graphmem.store.workspace_writing import StoredChunk

BY_CALLER = "caller"


def add_facts(
    database: Database,
    encode: Encode,
    space: str,
    conversation_id: str,
    facts: ProposedWorkspace,
    *,
    embedding_model: str,
    extracted_by: str = BY_CALLER,
) -> Admission:
    """Check the facts against the conversation's turns, and write what they bear out."""
    session_ids = conversation_sessions(database, conversation_uid(space, conversation_id))
    if not session_ids:
        raise NotFoundError(
            f"The space {space!r} has no conversation {conversation_id!r}.",
            next_step="`graphmem conversations` lists them.",
        )
    sessions = session_turns(database, space, conversation_id, session_ids)
    admission = admit_facts(
        facts,
        [turn for session in sessions for turn in session.turns],
        space=space,
        conversation_id=conversation_id,
        people=sessions[0].people,
        extracted_by=extracted_by,
    )
    parts = _by_session(admission.workspace)
    digest = content_digest(facts.model_dump_json())
    chunks = [
        _chunk(space, session, parts[session.session_id], (extracted_by, digest), encode)
        for session in sessions
        if session.session_id in parts
    ]

    def write(work: Work) -> Mapping[str, Retraction]:
        for session_id, chunk in chunks:
            write_facts(
                work, space, conversation_id, session_id, chunk, embedding_model=embedding_model
            )
        return uphold(work, space, [conversation_id])

    return _without(admission, database.write(write)) if chunks else admission


def _without(admission: Admission, taken: Mapping[str, Retraction]) -> Admission:
    """Without what people took back, which is listed as rejected."""
    given = admission.workspace
    back = [item for item in (*given.roles, *given.answers) if item.uid in taken]
    if not back:
        return admission
    rejected = (Rejection(what=item.text, reason=told(taken[item.uid])) for item in back)
    return Admission(
        workspace=given.model_copy(
            update={
                "roles": tuple(item for item in given.roles if item.uid not in taken),
                "answers": tuple(item for item in given.answers if item.uid not in taken),
            }
        ),
        rejected=(*admission.rejected, *rejected),
    )


def _by_session(workspace: Workspace) -> dict[str, Workspace]:
    kinds = ("entities", "roles", "questions", "answers")
    parts: dict[str, dict[str, list[object]]] = {}
    for kind in kinds:
        items = sorted(getattr(workspace, kind), key=lambda item: item.session_id)
        for session_id, group in groupby(items, key=lambda item: item.session_id):
            parts.setdefault(session_id, {})[kind] = list(group)
    return {session_id: Workspace.model_validate(part) for session_id, part in parts.items()}


def _chunk(
    space: str,
    session: SessionTurns,
    workspace: Workspace,
    made: tuple[str, str],
    encode: Encode,
) -> tuple[str, StoredChunk]:
    by, digest = made
    statements = (*workspace.answers, *workspace.questions)
    vectors: Sequence[list[float]] = encode([item.text for item in statements])
    chunk = StoredChunk(
        uid=uid(space, "chunk", session.conversation_id, session.session_id, by, digest),
        digest=digest,
        extracted_by=by,
        first_dia_id=session.turns[0].dia_id,
        last_dia_id=session.turns[-1].dia_id,
        place=-1,
        workspace=workspace,
        embeddings={item.uid: vector for item, vector in zip(statements, vectors, strict=True)},
    )
    return session.session_id, chunk
