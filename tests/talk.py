"""Short conversations for tests."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

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


def write_lines(path: Path, talks: Sequence[Conversation]) -> Path:
    """The talks as a file of JSON Lines, as a user would have them."""
    lines = [
        {
            "conversation_id": talk.conversation_id,
            "session_id": session.session_id,
            "turn_id": turn.dia_id,
            "speaker": turn.speaker,
            "said_at": turn.said_at.isoformat(),
            "text": turn.text,
        }
        for talk in talks
        for session in talk.sessions
        for turn in session.turns
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


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

# One woman in two conversations, who says enough in both to be known for one.
HARBOUR = make_conversation(
    "harbour",
    make_session(
        1,
        [
            ("Lea", "My sister Ines came up from Almeria last weekend with her dog Pepper."),
            ("Jonas", "How is Ines? Is she still in Almeria?"),
            ("Lea", "She is. Ines bought a boat there in January. I work as a nurse at Northgate."),
            ("Jonas", "I bought a piano yesterday. Do you play anything?"),
            ("Lea", "Yes, the oboe. I joined the Harbour Orchestra in 2019."),
        ],
    ),
    make_session(
        2,
        [
            ("Jonas", "I sold the piano last Tuesday, it was too loud."),
            ("Lea", "Poor piano. The Orchestra played in Almeria last Saturday."),
            ("Jonas", "Did your sister hear you?"),
            ("Lea", "My sister sat in the first row, and Pepper barked at the drums."),
        ],
    ),
)
HILLS = make_conversation(
    "hills",
    make_session(
        1,
        [
            ("Petra", "I moved to Graz last month. I work as a teacher at Bergschule."),
            ("Lea", "I became head nurse at Northgate last Monday."),
            ("Petra", "Congratulations! Is your sister proud?"),
            ("Lea", "My sister Ines sailed here from Almeria with Pepper to tell me so."),
        ],
        day=BEGIN + timedelta(days=60),
    ),
    make_session(
        2,
        [
            ("Lea", "I left Northgate last week, and I moved to Almeria yesterday."),
            ("Petra", "So you live with Ines now? I miss the Harbour Orchestra concerts."),
            ("Lea", "So do I. I still play the oboe, but the Harbour Orchestra is far away."),
        ],
        day=BEGIN + timedelta(days=120),
    ),
)

# Two people of whom almost everything is the same.
ALIKE = make_conversation(
    "alike",
    make_session(
        1,
        [
            ("Omar", "My sister Nina works as a vet. I am a welder at Steelhaven."),
            ("Rosa", "My sister Nina works as a vet too! I am a welder at Steelhaven as well."),
            ("Omar", "My sister Nina lives in Porto, and my dog is called Bruno."),
            ("Rosa", "My sister Nina lives in Porto, and my dog is called Bruno."),
        ],
    ),
    make_session(
        2,
        [
            ("Rosa", "My sister Nina adopted a parrot last week. My job is dull."),
            ("Omar", "My sister Nina broke her arm yesterday. My job is dull as well."),
            ("Rosa", "I left my job at Steelhaven last Friday."),
            ("Omar", "I was promoted to foreman at Steelhaven last Friday."),
        ],
    ),
)


def first_sessions(conversation: Conversation, count: int) -> Conversation:
    """The beginning of a conversation, as it was after so many sessions."""
    return conversation.model_copy(update={"sessions": conversation.sessions[:count]})
