"""The corpus as training and measuring need it: splits, chunks, parses and vectors."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.evaluation import corpus_parts
from graphmem.evaluation.corpus import GoldConversation, GoldTurn
from graphmem.evaluation.corpus_parts import CorpusSplit, chunks_of
from graphmem.extraction.local.network import TurnVectors, word_vectors
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parsed, Parser

CORPUS = Path(__file__).parents[1] / "corpus"
__all__ = [
    "CORPUS",
    "CorpusSplit",
    "GoldMention",
    "Talk",
    "chunks_of",
    "conversations",
    "gold_mentions",
    "split_of",
    "talks",
]


class Talk(NamedTuple):
    """One chunk of an annotated conversation, parsed and encoded, with the gold of its turns."""

    conversation: GoldConversation
    chunk: Chunk
    parsed: Sequence[Parsed]
    vectors: Sequence[TurnVectors]
    gold: Sequence[GoldTurn]


def split_of(kind: str, conversation_id: str) -> CorpusSplit:
    """Which part a conversation is of, by `corpus/splits.json`."""
    return corpus_parts.splits(CORPUS)[f"{kind}/{conversation_id}"]


def conversations(*splits: CorpusSplit) -> Iterator[GoldConversation]:
    """The conversations of these parts."""
    return corpus_parts.conversations(CORPUS, *splits)


def talks(conversation: GoldConversation, parse: Parser, encoder: OnnxEncoder) -> Iterator[Talk]:
    """Each chunk of a conversation, ready to be read."""
    gold = {turn.id: turn for turn in conversation.turns}
    encode = word_vectors(encoder)
    for chunk in chunks_of(conversation):
        texts = [turn.text for turn in chunk.turns]
        yield Talk(
            conversation,
            chunk,
            parse(texts),
            encode(texts),
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
