"""The corpus as training and measuring need it: splits, chunks, parses and vectors."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.chunking import make_chunks
from graphmem.evaluation.corpus import GoldConversation, GoldTurn, folders, read_conversation
from graphmem.extraction.local.vectors import TurnVectors
from graphmem.model.chunk import Chunk, ChunkTurn, Speaker
from graphmem.model.ids import uid
from graphmem.model.parse import Parsed, Parser

CORPUS = Path(__file__).parents[1] / "corpus"
SPACE = "corpus"


class Split(StrEnum):
    """What a conversation is for."""

    TRAIN = "train"
    DEVELOPMENT = "development"
    TEST = "test"


class Talk(NamedTuple):
    """One chunk of an annotated conversation, parsed and encoded, with the gold of its turns."""

    conversation: GoldConversation
    chunk: Chunk
    parsed: Sequence[Parsed]
    vectors: Sequence[TurnVectors]
    gold: Sequence[GoldTurn]


def split_of(kind: str, conversation_id: str) -> Split:
    """Which part a conversation is of, by `corpus/splits.json`."""
    return _splits()[f"{kind}/{conversation_id}"]


def conversations(*splits: Split) -> Iterator[GoldConversation]:
    """The conversations of these parts."""
    for folder in folders(CORPUS):
        talk = read_conversation(folder)
        if split_of(talk.header.kind, talk.header.id) in splits:
            yield talk


def chunks_of(conversation: GoldConversation) -> list[Chunk]:
    """The chunks as an ingest makes them."""
    people = tuple(
        Speaker(uid=key, name=person.speaker, names=(person.name,))
        for key, person in conversation.header.people.items()
    )
    turns = [
        ChunkTurn(
            uid=uid(SPACE, "turn", conversation.header.id, turn.id),
            session_id=f"S{turn.id.partition(':')[0]}",
            dia_id=turn.id,
            speaker=conversation.header.people[turn.speaker].speaker,
            speaker_uid=turn.speaker,
            text=turn.text,
            caption=turn.caption,
            said_at=turn.at.replace(tzinfo=UTC),
        )
        for turn in conversation.turns
    ]
    return make_chunks(turns, space=SPACE, conversation_id=conversation.header.id, people=people)


def talks(conversation: GoldConversation, parse: Parser, encoder: OnnxEncoder) -> Iterator[Talk]:
    """Each chunk of a conversation, ready to be read."""
    gold = {turn.id: turn for turn in conversation.turns}
    for chunk in chunks_of(conversation):
        texts = [turn.text for turn in chunk.turns]
        yield Talk(
            conversation,
            chunk,
            parse(texts),
            [TurnVectors(one.spans, one.vectors) for one in encoder.token_vectors(texts)],
            [gold[turn.dia_id] for turn in chunk.turns],
        )


class GoldMention(NamedTuple):
    """Characters of a turn, and the ids of whom or what they mean."""

    start: int
    end: int
    means: frozenset[str]


_NUMBERED = re.compile(r"(?P<words>.+?)(?:#(?P<nth>\d+))?")


def gold_mentions(turn: GoldTurn) -> list[GoldMention]:
    """The annotated mentions of a turn's text."""
    found = []
    for written, ids in turn.mentions.items():
        match = _NUMBERED.fullmatch(written)
        assert match is not None
        words = re.escape(match["words"])
        places = list(re.finditer(rf"(?<!\w){words}(?!\w)", turn.text))
        nth = int(match["nth"] or 1) - 1
        if nth < len(places):
            means = frozenset([ids] if isinstance(ids, str) else ids)
            found.append(GoldMention(places[nth].start(), places[nth].end(), means))
    return found


@cache
def _splits() -> dict[str, Split]:
    text = (CORPUS / "splits.json").read_text(encoding="utf-8")
    return {name: Split(part) for part, names in json.loads(text).items() for name in names}
