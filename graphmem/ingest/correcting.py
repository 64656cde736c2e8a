"""A correction as statements: its text read as talk is, at the turn of what it corrects."""

from collections.abc import Iterable
from typing import TypeVar

from graphmem.errors import InputError
from graphmem.extraction.admit import admit_facts
from graphmem.ingest.reading import ChunkReader, ReadingOptions
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import NodeKind, uid
from graphmem.model.retraction import BY_HAND
from graphmem.model.workspace import (
    Answer,
    EvidenceSpan,
    Kind,
    Network,
    ProposedAnswer,
    ProposedWorkspace,
    Quote,
    Reference,
    Role,
    Workspace,
)
from graphmem.store.retractions import RetractableStatement
from graphmem.store.sessions import SessionTurns

Made = TypeVar("Made", Role, Answer)


def read_correction(
    reading: ReadingOptions,
    space: str,
    session: SessionTurns,
    found: RetractableStatement,
    text: str,
) -> Workspace:
    """Reads statements about the subject of a corrected one, in that one's place.

    The networks read it as if its speaker had said it then; where they find nothing about the
    subject, it is one statement of the same kind. Raises `InputError` for what passes no door.
    """
    first = found.stating[0]
    said = next(turn for turn in session.turns if turn.uid == first.turn_uid)
    turn = said.model_copy(update={"text": text, "caption": None, "offset": 0})
    chunk = Chunk(
        space=space,
        conversation_id=session.conversation_id,
        session_id=session.session_id,
        turns=(turn,),
        people=session.people,
    )
    subject = found.properties["subject_uid"]
    read = next(iter(ChunkReader(reading._replace(model=None)).read([chunk])), None)
    told = _about(subject, Workspace() if read is None else read.workspace)
    if not told.answers:
        told = _as_it_is(space, session, found, turn)
    return _in_its_place(space, told, found.evidence)


def _about(subject_uid: str, told: Workspace) -> Workspace:
    """What is stated of one subject, and the things that it names."""
    answers = tuple(item for item in told.answers if item.subject_uid == subject_uid)
    roles = tuple(item for item in told.roles if item.subject_uid == subject_uid)
    named = {
        uid
        for item in (*answers, *roles)
        for uid in (item.subject_uid, *item.names, getattr(item, "entity_uid", ""))
    }
    return Workspace(
        entities=tuple(item for item in told.entities if item.uid in named),
        roles=roles,
        answers=answers,
    )


def _as_it_is(
    space: str, session: SessionTurns, found: RetractableStatement, turn: ChunkTurn
) -> Workspace:
    """The text as one statement of the subject, of the kind of what it corrects."""
    before = found.properties
    proposed = ProposedAnswer(
        speaker=turn.speaker,
        subject=Reference(name=found.subject, owner=_name(session.people, found.owner_uid)),
        text=turn.text,
        predicate=before["predicate"],
        kind=Kind(before["kind"]),
        network=Network(before["network"]),
        evidence=(Quote(turn_id=turn.dia_id, text=turn.text),),
    )
    admission = admit_facts(
        ProposedWorkspace(answers=(proposed,)),
        [turn],
        space=space,
        conversation_id=session.conversation_id,
        people=session.people,
        extracted_by=BY_HAND,
    )
    if not admission.workspace.answers:
        reasons = "; ".join(item.reason for item in admission.rejected)
        raise InputError(
            f"The correction cannot stand: {reasons}.",
            next_step=f"Write a whole sentence that names {found.subject}.",
        )
    return admission.workspace


def _name(people: Iterable[ChunkParticipant], person_uid: str | None) -> str | None:
    return next((one.name for one in people if one.uid == person_uid), None)


def _in_its_place(space: str, told: Workspace, evidence: tuple[EvidenceSpan, ...]) -> Workspace:
    """With the evidence of what is corrected, under uids that no reader gives."""

    def placed(kind: NodeKind, item: Made) -> Made:
        return item.model_copy(
            update={
                "uid": uid(space, kind, BY_HAND, item.uid),
                "evidence": evidence,
                "extracted_by": BY_HAND,
            }
        )

    roles = [placed("role", item) for item in told.roles]
    return Workspace(
        entities=told.entities,
        roles=tuple(
            role.model_copy(
                update={
                    "states": tuple(
                        state.model_copy(
                            update={
                                "uid": uid(space, "state", BY_HAND, state.uid),
                                "evidence": evidence,
                            }
                        )
                        for state in role.states
                    )
                }
            )
            for role in roles
        ),
        answers=tuple(placed("answer", item) for item in told.answers),
    )
