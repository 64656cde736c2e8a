"""Adverbs at the edge of a clause that tie it to the talk and state nothing: "anyway", "also"."""

from collections.abc import Sequence

import numpy as np

from graphmem.extraction.local.clauses import TIME_ENTITIES, Clause
from graphmem.extraction.local.network import Array, DenseNetwork, TurnVectors
from graphmem.model.parse import Token

_ASIDE = 0.7  # from this chance on it is left out: 93 of 100 rightly, by talks not fitted on
_WHERE = ("here", "there")  # what is stated names the place instead


def find_asides(clause: Clause, vectors: TurnVectors, network: DenseNetwork) -> frozenset[int]:
    """Where the adverbs at the edges of a clause begin that say nothing of what it states."""
    found = edge_adverbs(clause)
    if not found:
        return frozenset()
    chances = network.probability(np.stack([aside_features(clause, it, vectors) for it in found]))
    given = zip(found, chances, strict=True)
    return frozenset(token.start for token, chance in given if chance > _ASIDE)


def edge_adverbs(clause: Clause) -> list[Token]:
    """The adverbs before the first other word of a clause, and those after the last."""
    words = [token for token in clause.tokens if token.pos != "PUNCT"]
    opening = _adverbs(clause, words)
    closing = _adverbs(clause, words[::-1]) if len(opening) < len(words) else []
    return [*opening, *closing[::-1]]


def _adverbs(clause: Clause, words: Sequence[Token]) -> list[Token]:
    found: list[Token] = []
    for token in words:
        of_verb = token.dep == "advmod" and token.head == clause.head.i and token is not clause.head
        asks = token.tag in ("WRB", "WP", "WDT")
        says = token.ent in TIME_ENTITIES or token.low in _WHERE
        if not of_verb or asks or says or clause.sentence.children(token):
            break
        found.append(token)
    return found


def aside_features(clause: Clause, token: Token, vectors: TurnVectors) -> Array:
    """The features of an adverb at the edge of a clause."""
    sentence = clause.sentence
    around = [sentence[i].text for i in (token.i - 1, token.i + 1) if 0 <= i < len(sentence)]
    opens = token.i < clause.head.i
    shape = [opens, "," in around, token.i == 0, len(clause.tokens) / 10]
    return np.concatenate(
        [np.array(shape, dtype=np.float32), vectors.inner_of(token.start, token.end)]
    )
