"""The same turns and questions for all: the corpus's development part, or a LoCoMo file."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.evaluation import corpus_parts
from graphmem.evaluation.corpus import Expected
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.readers.locomo import locomo_cases
from graphmem.model.answer import Status
from graphmem.model.conversation import Conversation

CORPUS = Path(__file__).parents[2] / "corpus"
FOREIGN = 200


class Question(NamedTuple):
    """Asked in a conversation; ``tempting`` where it is to be refused, whose evidence tempts.

    Ids of turns are ``conversation/turn``.
    """

    id: str
    conversation: str
    text: str
    evidence: tuple[str, ...]
    tempting: bool


class PeerData(NamedTuple):
    """Talk, and questions about it that have evidence."""

    name: str
    conversations: tuple[Conversation, ...]
    questions: tuple[Question, ...]

    @property
    def foreign(self) -> list[Question]:
        """Some 200 questions with an answer, each asked in the conversation after its own."""
        keys = [talk.conversation_id for talk in self.conversations]
        after = dict(zip(keys, keys[1:] + keys[:1], strict=True))
        answered = [one for one in self.questions if not one.tempting]
        count = min(FOREIGN, len(answered))
        spread = [answered[place * len(answered) // count] for place in range(count)]
        return [one._replace(conversation=after[one.conversation]) for one in spread]

    @property
    def given(self) -> dict[str, Any]:
        """What a worker reads: the evidence is held back."""
        asked = {"questions": self.questions, "foreign": self.foreign}
        shown = ("id", "conversation", "text")
        return {"turns": list(_turns(self.conversations))} | {
            name: [{field: getattr(one, field) for field in shown} for one in questions]
            for name, questions in asked.items()
        }

    @property
    def described(self) -> dict[str, Any]:
        """What a result says of its data."""
        given = self.given
        return {
            "name": self.name,
            "turns": len(given["turns"]),
            "questions": len(self.questions),
            "sha256": hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest(),
        }


def corpus_data() -> PeerData:
    """The development part; the test part is never read."""
    talks = list(corpus_parts.conversations(CORPUS, CorpusSplit.DEVELOPMENT))
    questions = tuple(
        Question(
            f"{talk.header.id}/{one.id}",
            talk.header.id,
            one.question,
            tuple(f"{talk.header.id}/{turn}" for turn in one.evidence),
            one.status is Expected.REFUSED,
        )
        for talk in talks
        for one in talk.questions
        if one.evidence and one.status is not Expected.ASK_BACK
    )
    return PeerData("corpus", tuple(talk.conversation() for talk in talks), questions)


def locomo_data(file: Path) -> PeerData:
    """A LoCoMo file."""
    (batch,) = locomo_cases(file)
    questions = tuple(
        Question(
            f"{case.query.conversation}/{case.query.index}",
            case.query.conversation or "",
            case.query.question,
            case.gold.evidence,
            case.gold.expected is Status.ABSTAINED,
        )
        for case in batch.cases
        if case.gold.evidence
    )
    return PeerData("locomo", batch.conversations, questions)


def _turns(conversations: Iterable[Conversation]) -> Iterator[dict[str, str]]:
    for talk in conversations:
        for session in talk.sessions:
            for turn in session.turns:
                yield {
                    "id": f"{talk.conversation_id}/{turn.dia_id}",
                    "conversation": talk.conversation_id,
                    "session": session.session_id,
                    "speaker": turn.speaker,
                    "at": turn.said_at.isoformat(),
                    "text": turn.text,
                    "caption": turn.caption or "",
                    # What a system without a field for the speaker is given to store and encode.
                    "content": f"{turn.speaker}: {turn.content}",
                }


def short(ids: Sequence[str], conversation: str) -> str:
    """Turn ids on one line, without the conversation where it is the one that was asked."""
    return " ".join(one.removeprefix(f"{conversation}/") for one in ids)


def whole(line: str, conversation: str) -> list[str]:
    """What `short` made a line of."""
    return [one if "/" in one else f"{conversation}/{one}" for one in line.split()]
