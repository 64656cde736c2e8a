"""Short conversations for tests."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from graphmem.model.conversation import Conversation, Session, Turn

BEGIN = datetime(2024, 3, 1, 18, 0)

Line = tuple[str, str]


def make_session(number: int, lines: Sequence[Line], *, day: datetime | None = None) -> Session:
    begin = day or BEGIN + timedelta(days=7 * (number - 1))
    return Session(
        session_id=f"S{number}",
        turns=tuple(
            Turn(
                dia_id=f"D{number}:{place}",
                speaker=speaker,
                text=text,
                said_at=begin + timedelta(minutes=place),
            )
            for place, (speaker, text) in enumerate(lines, start=1)
        ),
    )


def make_conversation(name: str, *sessions: Session) -> Conversation:
    return Conversation(conversation_id=name, source="test", sessions=sessions)


GARDEN = make_conversation(
    "garden",
    make_session(
        1,
        [
            ("Ana", "I planted forty tulips yesterday."),
            ("Ben", "Lovely! I only bought a cactus."),
            ("Ana", "Does the cactus have a name?"),
            ("Ben", "Yes, it is called Spike."),
        ],
    ),
    make_session(
        2,
        [
            ("Ben", "Spike fell off the window sill last Friday."),
            ("Ana", "Oh no. My tulips are all up, at least."),
        ],
    ),
)
