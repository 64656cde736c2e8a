"""The corpus of annotated talk: its files as types, and how they are read.

A conversation is a folder: ``conversation.json`` (who takes part, what is talked about), one file
for each session (``sessions/01.json`` …: turns with their annotation) and ``questions.json``.
`corpus/GUIDE.md` says what each field means, `corpus/schema.json` is made from these types.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self, TypeVar

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError, model_validator

from graphmem.errors import InputError
from graphmem.model.base import Frozen, faults
from graphmem.model.conversation import Conversation, Session, Turn
from graphmem.model.workspace import EntityType, Polarity

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
TurnId = Annotated[str, StringConstraints(pattern=r"^\d+:\d+$")]
StatementId = Annotated[str, StringConstraints(pattern=r"^\d+:\d+[a-z]$")]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
T = TypeVar("T")
Ids = Id | Annotated[list[Id], Field(min_length=2)]


class StatementKind(StrEnum):
    """What sort of statement it is."""

    FACT = "fact"
    EVENT = "event"
    STATE = "state"
    PREFERENCE = "preference"
    PLAN = "plan"
    COMMITMENT = "commitment"
    REQUEST = "request"
    DECISION = "decision"
    INSTRUCTION = "instruction"
    OPINION = "opinion"


class Modality(StrEnum):
    """How it is put."""

    ACTUAL = "actual"
    PLANNED = "planned"
    POSSIBLE = "possible"
    CONDITIONAL = "conditional"
    WISHED = "wished"
    PROPOSED = "proposed"
    ADVISED = "advised"
    REQUIRED = "required"
    REQUESTED = "requested"


class QuestionKind(StrEnum):
    """What it takes to answer a question."""

    ONE_TURN = "one_turn"
    SEVERAL_TURNS = "several_turns"
    TIME = "time"
    CHANGE = "change"
    COUNT = "count"
    LIST = "list"
    YES_NO = "yes_no"
    CHOICE = "choice"
    STEPS = "steps"
    REASON = "reason"
    INFERENCE = "inference"


class AnswerType(StrEnum):
    """What sort of answer is wanted."""

    PERSON = "person"
    PLACE = "place"
    ORG = "org"
    THING = "thing"
    EVENT = "event"
    DATE = "date"
    DURATION = "duration"
    NUMBER = "number"
    AMOUNT = "amount"
    YES_NO = "yes_no"
    CHOICE = "choice"
    LIST = "list"
    REASON = "reason"
    STEPS = "steps"
    DESCRIPTION = "description"


class RefusalReason(StrEnum):
    """Why a question has no answer."""

    OTHER_PERSON = "other_person"
    ALTERED_DETAIL = "altered_detail"
    NOT_REALISED = "not_realised"
    NEVER_SAID = "never_said"


class Expected(StrEnum):
    """What the right reply to a question is."""

    ANSWERED = "answered"
    REFUSED = "refused"
    ASK_BACK = "ask_back"


class GoldTime(Frozen):
    """When: the words of the turn, and the interval they mean in EDTF (ISO 8601-2).

    ``edtf`` None is a recurring time ("every Monday"), which no one interval describes.
    """

    words: Words
    edtf: str | None = None

    @model_validator(mode="after")
    def _check_edtf(self) -> Self:
        if self.edtf is not None:
            read_edtf(self.edtf)
        return self


class GoldQuote(Frozen):
    """Words of another turn that a statement needs as proof."""

    turn: TurnId
    quote: Words


class RolePart(StrEnum):
    """Which part of a person's life a role is of."""

    JOB = "job"
    RELATIONSHIP = "relationship"
    FAMILY = "family"
    HOME = "home"
    EDUCATION = "education"
    PET = "pet"
    MEMBERSHIP = "membership"
    HEALTH = "health"
    POSSESSION = "possession"


class GoldRole(Frozen):
    """What the subject lastingly is or has; ``ended`` where the statement says that it is over."""

    of: RolePart
    name: Words
    ended: bool = False


class GoldStatement(Frozen):
    """One proposition that a turn states, asks for, wishes or plans."""

    id: StatementId
    subject: Ids
    predicate: Words
    object: str = ""
    text: Words
    kind: StatementKind
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.ACTUAL
    time: GoldTime | None = None
    quote: Words
    also: tuple[GoldQuote, ...] = ()
    to: Ids | None = None
    according_to: Id | None = None
    role: GoldRole | None = None
    worth: Annotated[int, Field(ge=0, le=3)]
    supersedes: tuple[StatementId, ...] = ()
    corrects: tuple[StatementId, ...] = ()
    contradicts: tuple[StatementId, ...] = ()
    confirms: tuple[StatementId, ...] = ()


class GoldTurn(Frozen):
    """One turn with its annotation.

    ``mentions`` maps words of the turn ("she", "she#2" where they stand twice) to whom or what
    they mean; the speaker's own I, me, my and mine are left out.
    """

    id: TurnId
    speaker: Id
    at: datetime
    text: str
    caption: str | None = None
    language: str | None = None
    mentions: Mapping[str, Ids] = Field(default_factory=dict)
    statements: tuple[GoldStatement, ...] = ()


class GoldPerson(Frozen):
    """Somebody who takes part; ``speaker`` is the name that the turns carry."""

    name: Words
    speaker: Words
    person_id: str | None = None
    also: tuple[Words, ...] = ()


class GoldEntity(Frozen):
    """Somebody or something talked about; ``owner`` is whose it is."""

    name: Words
    type: EntityType
    also: tuple[Words, ...] = ()
    owner: Id | None = None
    proper: bool = False


class GoldHeader(Frozen):
    """What is known of a conversation as a whole."""

    id: Id
    kind: Id
    title: Words
    people: Mapping[Id, GoldPerson] = Field(min_length=2)
    entities: Mapping[Id, GoldEntity] = Field(default_factory=dict)

    def names(self, one: str) -> tuple[str, ...]:
        """Every name of somebody or something."""
        person = self.people.get(one)
        if person is not None:
            return (person.name, person.speaker, *person.also)
        entity = self.entities[one]
        return (entity.name, *entity.also)


class GoldSpan(Frozen):
    """Words of a turn that are the answer."""

    turn: TurnId
    quote: Words


class GoldQuestion(Frozen):
    """A question about a conversation, asked after its last turn unless ``asked_at`` says when."""

    id: Annotated[str, StringConstraints(pattern=r"^q\d+$")]
    question: Words
    kind: QuestionKind
    wants: AnswerType
    status: Expected
    answer: str | None = None
    spans: tuple[GoldSpan, ...] = ()
    evidence: tuple[TurnId, ...] = ()
    why: RefusalReason | None = None
    candidates: tuple[Id, ...] = ()
    asked_at: datetime | None = None

    @model_validator(mode="after")
    def _check_status(self) -> Self:
        answered = self.status is Expected.ANSWERED
        if answered != bool(self.answer):
            raise ValueError("an answer, and only an answered question has one")
        if answered and not self.evidence:
            raise ValueError("the evidence of an answered question")
        if (self.status is Expected.REFUSED) != (self.why is not None):
            raise ValueError("why, and only a refused question has it")
        if (self.status is Expected.ASK_BACK) != (len(self.candidates) > 1):
            raise ValueError("two candidates or more, and only a question to ask back has them")
        return self


class GoldConversation(NamedTuple):
    """One annotated conversation, as its folder holds it."""

    folder: Path
    header: GoldHeader
    sessions: tuple[tuple[GoldTurn, ...], ...]
    questions: tuple[GoldQuestion, ...]

    @property
    def turns(self) -> Iterator[GoldTurn]:
        """All turns, in order."""
        return (turn for session in self.sessions for turn in session)

    def conversation(self) -> Conversation:
        """The talk alone, as it is ingested."""
        people = self.header.people
        return Conversation(
            conversation_id=self.header.id,
            source="corpus",
            sessions=tuple(
                Session(
                    session_id=f"S{number}",
                    turns=tuple(
                        Turn(
                            dia_id=turn.id,
                            speaker=people[turn.speaker].speaker,
                            person_id=people[turn.speaker].person_id,
                            text=turn.text,
                            caption=turn.caption,
                            said_at=turn.at,
                        )
                        for turn in session
                    ),
                )
                for number, session in enumerate(self.sessions, start=1)
            ),
        )


_HEADER = TypeAdapter(GoldHeader)
_SESSION = TypeAdapter(tuple[GoldTurn, ...])
_QUESTIONS = TypeAdapter(tuple[GoldQuestion, ...])
# What each file of a conversation holds, by the name that the schema gives it.
ADAPTERS: Mapping[str, TypeAdapter[Any]] = {
    "Conversation": _HEADER,
    "Session": _SESSION,
    "Questions": _QUESTIONS,
}


def read_conversation(folder: Path) -> GoldConversation:
    """An annotated conversation; raises `InputError` with the file and what is wrong in it."""
    questions = folder / "questions.json"
    return GoldConversation(
        folder=folder,
        header=_read(folder / "conversation.json", _HEADER),
        sessions=read_sessions(folder),
        questions=_read(questions, _QUESTIONS) if questions.exists() else (),
    )


def read_sessions(folder: Path) -> tuple[tuple[GoldTurn, ...], ...]:
    """The annotated sessions of a folder; raises `InputError` as `read_conversation` does."""
    return tuple(_read(file, _SESSION) for file in sorted((folder / "sessions").glob("*.json")))


def folders(corpus: Path) -> list[Path]:
    """The folders of all conversations of a corpus, in order."""
    return sorted(file.parent for file in corpus.glob("*/*/conversation.json"))


def _read(file: Path, adapter: TypeAdapter[T]) -> T:
    try:
        return adapter.validate_python(json.loads(file.read_text(encoding="utf-8")), strict=False)
    except OSError as error:
        raise InputError(
            f"{file} cannot be read: {error.strerror}.", next_step="Name the corpus's folder."
        ) from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"{file}:{error.lineno}: broken JSON: {error.msg}.", next_step="Mend that line."
        ) from error
    except ValidationError as error:
        raise InputError(
            f"{file}: {faults(error)}.", next_step="`corpus/GUIDE.md` says what it takes."
        ) from error


class HalfOpenInterval(NamedTuple):
    """Half-open, in local wall time; ``None`` is an open edge."""

    start: datetime | None
    end: datetime | None


_UNIT = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2})"
    r"(?:T(?P<hour>\d{2})(?::(?P<minute>\d{2}))?)?)?)?~?"
)


def read_edtf(text: str) -> HalfOpenInterval:
    """The interval of ``2025``, ``2025-03``, ``2025-03-14``, ``2025-03-14T15:00``, ``A/B``,
    ``A/..`` or ``../B``, whose second part is included; raises `ValueError` for anything else.
    """
    first, slash, second = text.partition("/")
    if not slash:
        return _unit(first)
    start = None if first == ".." else _unit(first).start
    end = None if second == ".." else _unit(second).end
    if start is not None and end is not None and start >= end:
        raise ValueError(f"{text} ends before it begins")
    return HalfOpenInterval(start, end)


def _unit(text: str) -> HalfOpenInterval:
    found = _UNIT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no date as 2025-03-14, 2025-03 or 2025")
    year, month, day, hour, minute = (
        int(found[name]) if found[name] else None
        for name in ("year", "month", "day", "hour", "minute")
    )
    assert year is not None
    start = datetime(year, month or 1, day or 1, hour or 0, minute or 0)
    if minute is not None:
        return HalfOpenInterval(start, start + timedelta(minutes=1))
    if hour is not None:
        return HalfOpenInterval(start, start + timedelta(hours=1))
    if day is not None:
        return HalfOpenInterval(start, start + timedelta(days=1))
    if month is not None:
        return HalfOpenInterval(start, datetime(year + month // 12, month % 12 + 1, 1))
    return HalfOpenInterval(start, datetime(year + 1, 1, 1))
