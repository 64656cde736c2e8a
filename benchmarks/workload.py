"""What is measured on: the LoCoMo development file where it is at hand, else the sample."""

import json
from pathlib import Path
from typing import NamedTuple

from graphmem.model.conversation import Conversation
from graphmem.sample import sample_files, sample_folder
from graphmem.sources import read

LOCOMO = Path(__file__).parents[2] / "shared" / "locomo" / "locomo-dev.json"


class Asked(NamedTuple):
    """A question, and in which conversation it is asked; None for all of them."""

    text: str
    conversation: str | None


class Workload(NamedTuple):
    """Conversations, the texts of their turns, and questions about them."""

    name: str
    conversations: tuple[Conversation, ...]
    texts: tuple[str, ...]
    questions: tuple[Asked, ...]


def find_workload() -> Workload:
    files = (LOCOMO,) if LOCOMO.is_file() else sample_files()
    conversations = tuple(
        item for file in files for item in read(file) if isinstance(item, Conversation)
    )
    return Workload(
        name=LOCOMO.name if LOCOMO.is_file() else "sample",
        conversations=conversations,
        texts=tuple(
            turn.content
            for conversation in conversations
            for session in conversation.sessions
            for turn in session.turns
        ),
        questions=_questions(),
    )


def _questions() -> tuple[Asked, ...]:
    if LOCOMO.is_file():
        records = json.loads(LOCOMO.read_text(encoding="utf-8"))
        return tuple(
            Asked(item["question"], record["sample_id"])
            for record in records
            for item in record["qa"]
        )
    sample = json.loads((sample_folder() / "questions.json").read_text(encoding="utf-8"))
    return tuple(Asked(item["question"], item["conversation"]) for item in sample["questions"])
