"""Examples for the network that writes propositions: each sentence of annotated talk."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldConversation, GoldStatement
from graphmem.evaluation.corpus_parts import chunks_of
from graphmem.extraction.local.fluency import find_fluent_times, listen, parse_fluent
from graphmem.language.time import TimeExpression
from graphmem.model.chunk import Chunk, ChunkTurn
from graphmem.model.parse import Parsed, Parser
from training.exchanges import exchanges
from training.propositions.rows import Dated, ReadTurn
from training.short_talks import ShortStatement, read_short_talks
from training.talk import CorpusSplit, conversations


class Passage(NamedTuple):
    """A stretch of talk, with what each sentence of each turn states."""

    people: tuple[str, ...]
    turns: tuple[ReadTurn, ...]
    states: tuple[tuple[tuple[ShortStatement, ...], ...], ...]


def training_passages(parse: Parser) -> Iterator[Passage]:
    """Of the training part, the exchanges and the short talks; the test part is not read."""
    for one in (*conversations(CorpusSplit.TRAIN), *exchanges()):
        yield from passages(one, stated_in(one), parse)
    for talk in read_short_talks():
        yield from passages(talk.conversation(), talk.stated(), parse)


def development_passages(parse: Parser) -> Iterator[Passage]:
    """Of the development part."""
    for one in conversations(CorpusSplit.DEVELOPMENT):
        yield from passages(one, stated_in(one), parse)


def passages(
    conversation: GoldConversation, stated: Mapping[str, Sequence[ShortStatement]], parse: Parser
) -> Iterator[Passage]:
    """Every chunk of a conversation; ``stated`` is by turn."""
    people = tuple(one.speaker for one in conversation.header.people.values())
    for chunk in chunks_of(conversation):
        turns = tuple(read for read, _ in read_turns(chunk, parse))
        states = (
            by_sentence(turn, stated.get(said.dia_id, ()))
            for turn, said in zip(turns, chunk.turns, strict=True)
        )
        yield Passage(people, turns, tuple(states))


def read_turns(
    chunk: Chunk, parse: Parser
) -> Iterator[tuple[ReadTurn, tuple[TimeExpression, ...]]]:
    """The turns of a chunk as the network reads them, with the times that each tells."""
    parsed = parse_fluent(listen([turn.text for turn in chunk.turns]), parse)
    for turn, text in zip(chunk.turns, parsed, strict=True):
        times = find_fluent_times(text, said_at=turn.said_at)
        yield _read(turn, text, times), times


def _read(turn: ChunkTurn, text: Parsed, times: Sequence[TimeExpression]) -> ReadTurn:
    dates = tuple(
        Dated(one.end, one.date_phrase)
        for one in times
        if one.date_phrase and one.date_phrase.lower() not in one.text.lower()
    )
    spans = tuple((sentence.start, sentence.end) for sentence in text.sentences)
    names = frozenset(
        part.lower()
        for sentence in text.sentences
        for token in sentence
        # At its beginning any noun has a capital: there the parser must take it for a name.
        if token.text[:1].isupper() and token.pos == "PROPN" and (token.i or token.ent)
        for part in _WORD.findall(token.text)
    ) | frozenset(word.lower() for word in _WORD.findall(turn.speaker))
    return ReadTurn(turn.speaker, turn.said_at, turn.text, spans, dates, names)


_WORD = re.compile(r"\w+")


def stated_in(conversation: GoldConversation) -> dict[str, tuple[ShortStatement, ...]]:
    """What each turn of an annotated conversation states, in the short form."""
    return {turn.id: tuple(map(_short, turn.statements)) for turn in conversation.turns}


def by_sentence(
    turn: ReadTurn, stated: Sequence[ShortStatement]
) -> tuple[tuple[ShortStatement, ...], ...]:
    """The statements of each sentence: each goes to the one that has most of its quote."""
    found: list[list[tuple[int, ShortStatement]]] = [[] for _ in turn.sentences]
    for one in stated:
        begin = turn.text.find(one.quote)
        if begin < 0 or not turn.sentences:
            continue
        end = begin + len(one.quote)
        shared = [min(end, stop) - max(begin, start) for start, stop in turn.sentences]
        found[shared.index(max(shared))].append((begin, one))
    return tuple(tuple(one for _, one in sorted(some, key=lambda pair: pair[0])) for some in found)


def _short(one: GoldStatement) -> ShortStatement:
    return ShortStatement(
        quote=one.quote,
        text=one.text,
        kind=one.kind,
        modality=one.modality,
        polarity=one.polarity,
        worth=one.worth,
    )
