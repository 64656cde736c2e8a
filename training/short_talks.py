"""Short talks with what their turns state, and questions, for training alone: `corpus/talks`."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import Field

from graphmem.evaluation.corpus import (
    AnswerType,
    Expected,
    GoldConversation,
    GoldHeader,
    GoldPerson,
    GoldQuestion,
    GoldSpan,
    GoldTurn,
    Modality,
    QuestionKind,
    RefusalReason,
    StatementKind,
    Words,
)
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from graphmem.model.workspace import Polarity
from training.exchanges import identity
from training.talk import CORPUS

FOLDER = CORPUS / "talks"
_PAUSE = timedelta(minutes=1)


class ShortStatement(Frozen):
    """What a turn states: the words that prove it, and a sentence that stands alone."""

    quote: Words
    text: Words
    kind: StatementKind
    modality: Modality = Modality.ACTUAL
    polarity: Polarity = Polarity.POSITIVE
    worth: Annotated[int, Field(ge=0, le=3)]


class TalkTurn(Frozen):
    """One turn with all that it states."""

    speaker: Words
    text: Words
    statements: tuple[ShortStatement, ...] = ()


class SaidSession(Frozen):
    """Turns a minute apart."""

    at: datetime
    turns: tuple[TalkTurn, ...]


class Asked(Frozen):
    """A question with its gold; turns are named by session and number (``2:5``)."""

    question: Words
    kind: QuestionKind
    wants: AnswerType
    status: Expected
    answer: str | None = None
    spans: tuple[GoldSpan, ...] = ()
    evidence: tuple[str, ...] = ()
    why: RefusalReason | None = None


class ShortTalk(Frozen):
    """A few sessions of one kind of talk, and questions about them."""

    id: Words
    kind: Words
    sessions: tuple[SaidSession, ...]
    questions: tuple[Asked, ...] = ()

    def stated(self) -> dict[str, tuple[ShortStatement, ...]]:
        """What each turn states, by its name in the conversation."""
        return {
            f"{place}:{number}": turn.statements
            for place, session in enumerate(self.sessions, start=1)
            for number, turn in enumerate(session.turns, start=1)
        }

    def conversation(self, folder: Path = FOLDER) -> GoldConversation:
        """The talk as an annotated conversation, without mentions and statements.

        What is to be asked back teaches the reader nothing, and is left out.
        """
        speakers = {turn.speaker for session in self.sessions for turn in session.turns}
        return GoldConversation(
            folder=folder,
            header=GoldHeader(
                id=self.id,
                kind=identity(self.kind),
                title=self.id,
                people={
                    identity(name): GoldPerson(name=name, speaker=name) for name in sorted(speakers)
                },
            ),
            sessions=tuple(
                tuple(
                    GoldTurn(
                        id=f"{place}:{number}",
                        speaker=identity(turn.speaker),
                        at=session.at + (number - 1) * _PAUSE,
                        text=turn.text,
                    )
                    for number, turn in enumerate(session.turns, start=1)
                )
                for place, session in enumerate(self.sessions, start=1)
            ),
            questions=tuple(
                GoldQuestion(id=f"q{number}", **dict(one))
                for number, one in enumerate(self.questions, start=1)
                if one.status is not Expected.ASK_BACK
            ),
        )


def short_talks(folder: Path = FOLDER) -> Iterator[GoldConversation]:
    """Each as an annotated conversation; raises `InputError` where a line is broken."""
    for one in read_short_talks(folder):
        yield one.conversation(folder)


def read_short_talks(folder: Path = FOLDER) -> Iterator[ShortTalk]:
    """All of them, as their files have them."""
    for file in sorted(folder.glob("*.jsonl")):
        yield from read_lines(file, ShortTalk)
