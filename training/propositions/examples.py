"""Examples for the writer of propositions: what each turn of annotated talk states."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldConversation, GoldStatement
from graphmem.evaluation.corpus_parts import chunks_of
from graphmem.extraction.local.fluency import find_fluent_times, listen, parse_fluent
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parser
from training.exchanges import exchanges
from training.propositions.proposition import Transcribed
from training.short_talks import ShortStatement, read_short_talks
from training.talk import CorpusSplit, conversations


class Passage(NamedTuple):
    """A stretch of talk, with what each turn states."""

    people: tuple[str, ...]
    turns: tuple[Transcribed, ...]
    states: tuple[tuple[ShortStatement, ...], ...]


def own_passages(parse: Parser) -> Iterator[Passage]:
    """Of the training part and the exchanges; the test part is not read."""
    for one in (*conversations(CorpusSplit.TRAIN), *exchanges()):
        yield from passages(one, stated_in(one), parse)


def short_passages(parse: Parser) -> Iterator[Passage]:
    """Of the short talks."""
    for talk in read_short_talks():
        yield from passages(talk.conversation(), talk.stated(), parse)


def passages(
    conversation: GoldConversation, stated: Mapping[str, Sequence[ShortStatement]], parse: Parser
) -> Iterator[Passage]:
    """Every chunk of a conversation; ``stated`` is by turn."""
    people = tuple(one.speaker for one in conversation.header.people.values())
    for chunk in chunks_of(conversation):
        states = (tuple(stated.get(turn.dia_id, ())) for turn in chunk.turns)
        yield Passage(people, tuple(transcribed(chunk, parse)), tuple(states))


def transcribed(chunk: Chunk, parse: Parser) -> Iterator[Transcribed]:
    """The turns of a chunk as the model reads them."""
    parsed = parse_fluent(listen([turn.text for turn in chunk.turns]), parse)
    for turn, text in zip(chunk.turns, parsed, strict=True):
        times = find_fluent_times(text, said_at=turn.said_at)
        yield Transcribed.of(turn.speaker, turn.said_at, turn.text, times)


def stated_in(conversation: GoldConversation) -> dict[str, tuple[ShortStatement, ...]]:
    """What each turn of an annotated conversation states, in the short form, in its order."""
    return {
        turn.id: tuple(
            _short(one)
            for one in sorted(turn.statements, key=lambda one: turn.text.find(one.quote))
        )
        for turn in conversation.turns
    }


def _short(one: GoldStatement) -> ShortStatement:
    return ShortStatement(
        quote=one.quote,
        text=one.text,
        kind=one.kind,
        modality=one.modality,
        polarity=one.polarity,
        worth=one.worth,
    )
