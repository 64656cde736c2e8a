"""Proposals and the chunk that they are held against."""

from datetime import datetime
from typing import Any

from graphmem.extraction.admit import admit
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import person_uid, uid
from graphmem.model.workspace import (
    Admission,
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedWorkspace,
    Quote,
    Reference,
)

SPACE, CONVERSATION = "s", "c1"


def person(name: str) -> str:
    return person_uid(SPACE, conversation_id=CONVERSATION, name=name, person_id=None)


ANA, BEN = person("Ana"), person("Ben")
PEOPLE = (
    ChunkParticipant(uid=ANA, name="Ana", names=("Ana", "Anastasia Ruiz")),
    ChunkParticipant(uid=BEN, name="Ben", names=("Ben",)),
)


def turn(dia_id: str, speaker: str, text: str, **more: Any) -> ChunkTurn:
    return ChunkTurn.model_validate(
        {
            "uid": uid(SPACE, "turn", CONVERSATION, dia_id),
            "session_id": "S1",
            "dia_id": dia_id,
            "speaker": speaker,
            "speaker_uid": person(speaker),
            "text": text,
            "said_at": datetime(2024, 3, 8, 18),
            **more,
        }
    )


TURNS = (
    turn("D1:1", "Ana", "I planted forty tulips yesterday. My “old” dog Rex   helped!"),
    turn("D1:2", "Ben", "Lovely! Do you play any instruments?", caption="a red guitar on a chair"),
    turn("D1:3", "Ana", "Yeah, violin. I started in May 2019."),
    turn("D1:4", "Ben", "I teach maths at Hillside since 2016. My dog sleeps all day."),
)


def chunk(*turns: ChunkTurn) -> Chunk:
    return Chunk(
        space=SPACE,
        conversation_id=CONVERSATION,
        session_id="S1",
        turns=turns or TURNS,
        people=PEOPLE,
    )


def quote(dia_id: str, text: str, part: Part = Part.STATEMENT, **more: Any) -> Quote:
    return Quote.model_validate({"turn_id": dia_id, "text": text, "part": part, **more})


def context(dia_id: str, text: str) -> Quote:
    return quote(dia_id, text, Part.CONTEXT)


TULIPS = quote("D1:1", "I planted forty tulips yesterday.")


def answer(**changes: Any) -> ProposedAnswer:
    """Ana planted forty tulips, but for the changes."""
    return ProposedAnswer.model_validate(
        {
            "speaker": "Ana",
            "subject": Reference(name="Ana"),
            "text": "Ana planted forty tulips",
            "predicate": "plant",
            "object": "forty tulips",
            "evidence": (TULIPS,),
            **changes,
        }
    )


def question(**changes: Any) -> ProposedQuestion:
    """Ben asks what Ana plays, but for the changes."""
    return ProposedQuestion.model_validate(
        {
            "speaker": "Ana",
            "asked_by": "Ben",
            "subject": Reference(name="Ana"),
            "text": "Which instruments does Ana play?",
            "predicate": "play",
            "evidence": (
                context("D1:2", "Do you play any instruments?"),
                quote("D1:3", "Yeah, violin."),
            ),
            **changes,
        }
    )


def role(**changes: Any) -> ProposedRole:
    """Ben is a teacher, but for the changes."""
    return ProposedRole.model_validate(
        {
            "speaker": "Ben",
            "subject": Reference(name="Ben"),
            "entity": Reference(name="job", owner="Ben"),
            "name": "maths teacher",
            "text": "Ben teaches maths at Hillside",
            "predicate": "teach",
            "object": "maths",
            "evidence": (quote("D1:4", "I teach maths at Hillside"),),
            **changes,
        }
    )


def entity(name: str, *evidence: Quote, **changes: Any) -> ProposedEntity:
    return ProposedEntity.model_validate({"name": name, "evidence": evidence, **changes})


def admitted(
    *proposals: ProposedAnswer | ProposedEntity | ProposedQuestion | ProposedRole,
    turns: tuple[ChunkTurn, ...] = TURNS,
) -> Admission:
    def of(kind: type[Any]) -> tuple[Any, ...]:
        return tuple(one for one in proposals if type(one) is kind)

    proposed = ProposedWorkspace(
        entities=of(ProposedEntity),
        roles=of(ProposedRole),
        questions=of(ProposedQuestion),
        answers=of(ProposedAnswer),
    )
    return admit(proposed, chunk(*turns), extracted_by="rules")


def reason(admission: Admission) -> str:
    """Why the only proposal was refused, all of it."""
    workspace = admission.workspace
    made = (workspace.answers, workspace.roles, workspace.questions, workspace.entities)
    assert not any(made)
    (rejected,) = admission.rejected
    return rejected.reason
