"""Chunks and proposals for tests."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import person_uid, uid
from graphmem.model.workspace import (
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedState,
    ProposedWorkspace,
    Quote,
    Reference,
)

BEGIN = datetime(2024, 3, 1, 18, 0)


def make_chunk(
    *lines: tuple[str, str],
    number: int = 1,
    captions: Sequence[str | None] = (),
    people: Sequence[str] = ("Nadia", "Otto"),
) -> Chunk:
    def person(name: str) -> str:
        return person_uid("test", conversation_id="pond", name=name, person_id=None)

    return Chunk(
        space="test",
        conversation_id="pond",
        session_id=f"S{number}",
        turns=tuple(
            ChunkTurn(
                uid=uid("test", "turn", "pond", f"D{number}:{place}"),
                session_id=f"S{number}",
                dia_id=f"D{number}:{place}",
                speaker=speaker,
                speaker_uid=person(speaker),
                text=text,
                caption=captions[place - 1] if place <= len(captions) else None,
                said_at=BEGIN + timedelta(days=number, minutes=place),
            )
            for place, (speaker, text) in enumerate(lines, start=1)
        ),
        people=tuple(
            ChunkParticipant(
                uid=person(name), name=name, names=(name, *(["Nad"] if name == "Nadia" else []))
            )
            for name in people
        ),
    )


def each_turn(chunk: Chunk) -> ProposedWorkspace:
    """A stand-in for the rules: an answer, a role, a question and an entity for each turn."""
    statements = [
        {
            "speaker": turn.speaker,
            "subject": Reference(name=turn.speaker),
            "text": f"{turn.speaker} said: {turn.text}",
            "predicate": "say",
            "evidence": (Quote(turn_id=turn.dia_id, text=turn.text, start=0),),
        }
        for turn in chunk.turns
    ]
    quotes = [Quote(turn_id=turn.dia_id, text=turn.text, start=0) for turn in chunk.turns]
    return ProposedWorkspace(
        entities=tuple(ProposedEntity(name="pond", evidence=(quote,)) for quote in quotes),
        roles=tuple(
            ProposedRole.model_validate(
                {
                    **one,
                    "entity": Reference(name="pond"),
                    "name": "talker",
                    "states": (ProposedState(name="talks", evidence=(quote,)),),
                }
            )
            for one, quote in zip(statements, quotes, strict=True)
        ),
        questions=tuple(
            ProposedQuestion.model_validate({**one, "asked_by": "Otto", "answers": (place,)})
            for place, one in enumerate(statements)
        ),
        answers=tuple(ProposedAnswer.model_validate(one) for one in statements),
    )
