"""The parts of the annotated corpus, and its conversations as an ingest cuts them."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC
from enum import StrEnum
from functools import cache
from pathlib import Path

from graphmem.chunking import make_chunks
from graphmem.errors import InputError
from graphmem.evaluation.corpus import GoldConversation, folders, read_conversation
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import uid

SPACE = "corpus"
_NEXT = "Name the folder of the annotated corpus."


class CorpusSplit(StrEnum):
    """The part of the corpus that a conversation belongs to."""

    TRAIN = "train"
    DEVELOPMENT = "development"
    TEST = "test"


@cache
def splits(corpus: Path) -> Mapping[str, CorpusSplit]:
    """The part of each conversation, by ``kind/id``; raises `InputError` where none are named."""
    file = corpus / "splits.json"
    try:
        parts = json.loads(file.read_text(encoding="utf-8"))
        return {name: CorpusSplit(part) for part, names in parts.items() for name in names}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise InputError(f"{file} names no parts: {error}.", next_step=_NEXT) from error


def conversations(corpus: Path, *parts: CorpusSplit) -> Iterator[GoldConversation]:
    """The conversations of these parts; one that `splits.json` leaves out is of none."""
    of = splits(corpus)
    for folder in folders(corpus):
        if of.get(f"{folder.parent.name}/{folder.name}") in parts:
            yield read_conversation(folder)


def chunks_of(conversation: GoldConversation) -> list[Chunk]:
    """The chunks as an ingest makes them."""
    header = conversation.header
    people = tuple(
        ChunkParticipant(uid=key, name=person.speaker, names=(person.name,))
        for key, person in header.people.items()
    )
    turns = [
        ChunkTurn(
            uid=uid(SPACE, "turn", header.id, turn.id),
            session_id=f"S{turn.id.partition(':')[0]}",
            dia_id=turn.id,
            speaker=header.people[turn.speaker].speaker,
            speaker_uid=turn.speaker,
            text=turn.text,
            caption=turn.caption,
            said_at=turn.at.replace(tzinfo=UTC),
        )
        for turn in conversation.turns
    ]
    return make_chunks(turns, space=SPACE, conversation_id=header.id, people=people)
