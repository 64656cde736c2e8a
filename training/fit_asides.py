"""Fits the network that tells which adverbs at the edge of a clause state nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.evaluation.corpus import GoldStatement, GoldTurn, Modality
from graphmem.extraction.local.asides import aside_features, edge_adverbs
from graphmem.extraction.local.clauses import Clause, clauses
from graphmem.extraction.local.network import Array, DenseNetwork, ReadVectors
from graphmem.model.parse import Parsed, Parser, Token
from training.fit import linear
from training.short_talks import ShortStatement, ShortTalk
from training.statements import shared_words

_STRENGTH = 0.01
_LEAST_OVERLAP = 0.5


class Stated(NamedTuple):
    """The words that prove a statement, its sentence, and whether it is told as a fact."""

    quote: str
    text: str
    fact: bool


class Said(NamedTuple):
    """What a turn says, and each thing that it states."""

    text: str
    stated: tuple[Stated, ...]


def fit_asides(said: Iterable[Said], parse: Parser, encode: ReadVectors) -> DenseNetwork:
    """The chance that such an adverb stands in no sentence that states what its clause does."""
    found = [example for one in said for example in _examples(one, parse, encode)]
    labels = [str(aside) for _, aside in found]
    network = linear(np.stack([features for features, _ in found]), labels, strength=_STRENGTH)
    return network._replace(labels=())


def said_in(talks: Iterable[ShortTalk]) -> Iterator[Said]:
    """The turns of short talks with what they state."""
    for talk in talks:
        for session in talk.sessions:
            for turn in session.turns:
                yield Said(turn.text, _stated_as(turn.statements))


def said_by(turns: Iterable[GoldTurn]) -> Iterator[Said]:
    """The same of turns of the corpus."""
    return (Said(turn.text, _stated_as(turn.statements)) for turn in turns)


def _stated_as(statements: Iterable[GoldStatement | ShortStatement]) -> tuple[Stated, ...]:
    """What is told as a fact, or as possible: "maybe" is no aside, though no sentence has it."""
    return tuple(
        Stated(one.quote, one.text, one.modality is Modality.ACTUAL)
        for one in statements
        if one.modality in (Modality.ACTUAL, Modality.POSSIBLE)
    )


def _examples(said: Said, parse: Parser, encode: ReadVectors) -> Iterator[tuple[Array, bool]]:
    if not said.stated:
        return
    (text,) = parse([said.text])
    found = [
        (clause, token)
        for sentence in text.sentences
        for clause in clauses(sentence)
        for token in edge_adverbs(clause)
    ]
    if not found:
        return
    (vectors,) = encode([said.text])
    for clause, token in found:
        stated = _stated(clause, text, said.stated)
        if stated is not None:
            aside = stated.fact and not _holds(stated.text, token)
            yield aside_features(clause, token, vectors), aside


def _stated(clause: Clause, text: Parsed, stated: Sequence[Stated]) -> Stated | None:
    """The statement whose proof shares most words with a clause, if it shares enough."""
    shares = [shared_words(text, one.quote, clause) for one in stated]
    best = max(range(len(stated)), key=shares.__getitem__)
    return stated[best] if shares[best] >= _LEAST_OVERLAP else None


def _holds(sentence: str, token: Token) -> bool:
    return token.low in {word.strip(".,;:!?'\"()").lower() for word in sentence.split()}
