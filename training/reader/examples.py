"""What the reader learns from: questions, claims and wordings beside turns of annotated talk."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from graphmem.evaluation.corpus import AnswerType, Expected, GoldConversation


class Asking(StrEnum):
    """How what a question asks for stands in the talk, in the order of the network's outputs."""

    ANSWERED = "answered"
    OTHER_PERSON = "other_person"
    ALTERED_DETAIL = "altered_detail"
    NOT_REALISED = "not_realised"
    SUPERSEDED = "superseded"
    NEVER_SAID = "never_said"


# Sorts of answer, in the order of the network's outputs.
WANTS = tuple(sorted(AnswerType))


class Source(StrEnum):
    """Where a question comes from."""

    ASKED = "asked"
    DERIVED = "derived"
    EXCHANGE = "exchange"
    TALK = "talk"


class SpokenTurn(NamedTuple):
    """A turn as it is read; a photo's caption is part of the text."""

    id: str
    session: str
    speaker: str
    at: datetime
    text: str


class Span(NamedTuple):
    """Characters of a turn's text, or of its head, where the speaker is named."""

    start: int
    end: int
    in_head: bool = False


class Asked(NamedTuple):
    """A question, and which turns of its conversation answer it, by their places.

    The evidence of a question to be refused tempts. ``spans`` are the words that are the answer,
    by turn; ``yes`` is told of a yes/no question alone. ``near`` are the turns nearest to the
    question, best first.
    """

    conversation: str
    source: Source
    question: str
    expected: Expected
    asking: Asking
    wants: AnswerType
    answer: str | None
    yes: bool | None
    evidence: tuple[int, ...]
    spans: Mapping[int, tuple[Span, ...]]
    near: tuple[int, ...]

    @property
    def answered_by(self) -> tuple[int, ...]:
        """The turns that answer it."""
        return self.evidence if self.expected is Expected.ANSWERED else ()


class Claimed(NamedTuple):
    """A claim beside a turn, whether the turn bears it out, and by which words."""

    conversation: str
    text: str
    turn: int
    borne_out: bool
    span: Span | None = None


class Worded(NamedTuple):
    """A wording that the networks make of a turn, and whether it is right."""

    conversation: str
    text: str
    turn: int
    right: bool


class Examples(NamedTuple):
    """All that is learned or measured on, with the turns that it is about by conversation."""

    turns: Mapping[str, Sequence[SpokenTurn]]
    asked: Sequence[Asked] = ()
    claimed: Sequence[Claimed] = ()
    worded: Sequence[Worded] = ()


def spoken(talk: GoldConversation) -> tuple[SpokenTurn, ...]:
    """The turns of a conversation, as they are read."""
    return tuple(
        SpokenTurn(
            id=turn.id,
            session=turn.id.partition(":")[0],
            speaker=talk.header.people[turn.speaker].speaker,
            at=turn.at,
            text=turn.text if not turn.caption else f"{turn.text} [photo: {turn.caption}]",
        )
        for turn in talk.turns
    )
