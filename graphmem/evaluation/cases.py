"""Labelled questions: what is asked, apart from what is known of the answer."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.model.answer import Status
from graphmem.model.base import Frozen
from graphmem.model.conversation import Conversation, Refusal
from graphmem.model.ids import turn_reference

Category = int | str

_TURN = re.compile(r"D:?(\d+):(\d+)")


class EvaluationQuery(Frozen):
    """All that the code that searches and answers is told.

    ``conversation`` None asks over everything; ``index`` is the question's position, from 0, in
    its conversation's list; ``asked_at`` is local wall time.
    """

    conversation: str | None
    index: int
    question: str
    asked_at: datetime | None = None


class GoldAnswer(Frozen):
    """The labels of a question; nobody who searches or answers sees them.

    ``evidence`` are turns as people read them (``conv-26/D2:1``), each of which exists; of a
    question to be refused they are the turns that tempt. ``lost`` are ids that name no turn, or no
    session, that was taken in. ``sessions`` are those of the evidence (``conv-26/S2``).
    """

    category: Category
    expected: Status = Status.ANSWERED
    answer: str = ""
    evidence: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()

    @property
    def adversarial(self) -> bool:
        """Tells whether the right thing is to abstain."""
        return self.expected is Status.ABSTAINED

    @property
    def to_clarify(self) -> bool:
        """Tells whether the right thing is to ask back."""
        return self.expected is Status.NEEDS_CLARIFICATION


class Case(Frozen):
    """A question and its labels."""

    query: EvaluationQuery
    gold: GoldAnswer


class Batch(Frozen):
    """Conversations that one space holds, and the questions about them.

    ``sessions`` gives the session of each turn, both as people read them; ``refused`` is what of
    the file could not be taken in.
    """

    name: str
    conversations: tuple[Conversation, ...]
    cases: tuple[Case, ...]
    sessions: Mapping[str, str]
    refused: tuple[Refusal, ...] = ()


def sessions_of(conversations: Iterable[Conversation]) -> dict[str, str]:
    """Turn → session, both as people read them."""
    return {
        turn_reference(item.conversation_id, turn.dia_id): turn_reference(
            item.conversation_id, session.session_id
        )
        for item in conversations
        for session in item.sessions
        for turn in session.turns
    }


def speakers_of(conversations: Iterable[Conversation]) -> dict[str, str]:
    """Turn, as people read it → who speaks it."""
    return {
        turn_reference(item.conversation_id, turn.dia_id): turn.speaker
        for item in conversations
        for session in item.sessions
        for turn in session.turns
    }


def repaired(
    written: Iterable[str], *, conversation: str, sessions: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Evidence as written → the turns that it names, and what names none.

    ``D:11:26`` is D11:26, ``D30:05`` is D30:5, and one string may hold several ids.
    """
    kept: dict[str, None] = {}
    lost: list[str] = []
    for text in written:
        whole = turn_reference(conversation, text.strip())
        if whole in sessions:
            kept[whole] = None
            continue
        found = [f"D{int(session)}:{int(turn)}" for session, turn in _TURN.findall(text)]
        for dia_id in found:
            turn_id = turn_reference(conversation, dia_id)
            if turn_id in sessions:
                kept[turn_id] = None
            else:
                lost.append(dia_id)
        if not found:
            lost.append(text)
    return tuple(kept), tuple(lost)


def evidence_sessions(evidence: Sequence[str], sessions: Mapping[str, str]) -> tuple[str, ...]:
    """The sessions of turns, each once, in order."""
    return tuple(dict.fromkeys(sessions[turn_id] for turn_id in evidence))
