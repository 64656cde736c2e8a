"""Fits the network that tells which adverbs at the edge of a clause state nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.evaluation.corpus import GoldStatement, GoldTurn, Modality
from graphmem.extraction.local.asides import aside_features, edge_adverbs
from graphmem.extraction.local.clauses import Clause, clauses
from graphmem.extraction.local.network import Array, DenseNetwork
from graphmem.extraction.local.vectors import ReadVectors
from graphmem.model.parse import Parsed, Parser, Token
from training.fit import linear
from training.short_talks import ShortStatement, ShortTalk
from training.statements import shared_words

_STRENGTH = 0.01
_LEAST_OVERLAP = 0.5


class Said(NamedTuple):
    """What a turn says, and each thing that it states: the words that prove it, the sentence."""

    text: str
    stated: tuple[tuple[str, str], ...]


def fit_asides(said: Iterable[Said], parse: Parser, encode: ReadVectors) -> DenseNetwork:
    """The chance that such an adverb stands in no sentence that states what its clause does."""
    found = [example for one in said for example in _examples(one, parse, encode)]
    labels = [str(aside) for _, aside in found]
    network = linear(np.stack([features for features, _ in found]), labels, strength=_STRENGTH)
    return network._replace(labels=())


def said_in(talks: Iterable[ShortTalk]) -> Iterator[Said]:
    """The turns of short talks with what they state as a fact."""
    for talk in talks:
        for session in talk.sessions:
            for turn in session.turns:
                yield Said(turn.text, _facts(turn.statements))


def said_by(turns: Iterable[GoldTurn]) -> Iterator[Said]:
    """The same of turns of the corpus."""
    return (Said(turn.text, _facts(turn.statements)) for turn in turns)


def _facts(statements: Iterable[GoldStatement | ShortStatement]) -> tuple[tuple[str, str], ...]:
    # "Maybe" goes into how a statement is put, and not into its words.
    return tuple((one.quote, one.text) for one in statements if one.modality is Modality.ACTUAL)


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
            yield aside_features(clause, token, vectors), not _holds(stated, token)


def _stated(clause: Clause, text: Parsed, stated: Sequence[tuple[str, str]]) -> str | None:
    """The sentence whose proof shares most words with a clause, if it shares enough."""
    shares = [shared_words(text, quote, clause) for quote, _ in stated]
    best = max(range(len(stated)), key=shares.__getitem__)
    return stated[best][1] if shares[best] >= _LEAST_OVERLAP else None


def _holds(sentence: str, token: Token) -> bool:
    return token.low in {word.strip(".,;:!?'\"()").lower() for word in sentence.split()}
