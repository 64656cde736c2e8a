"""Examples for the salience networks: each clause of the corpus with what it states."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.evaluation.corpus import GoldStatement, GoldTurn
from graphmem.extraction.local.clauses import Clause, clauses
from graphmem.extraction.local.network import DIMENSION, Array
from graphmem.extraction.local.salience import Position, clause_features
from graphmem.model.parse import Parsed
from training.leaning import Leaning, leaning
from training.talk import Talk

_LEAST_OVERLAP = 0.5
_LEAST_WITH_VERB = 0.35
_VERB = 0.25  # as much overlap, the same verb is worth


class ClauseExample(NamedTuple):
    """A clause, its features, the gold statements that it states, and how the first leans."""

    talk: str
    turn: GoldTurn
    clause: Clause
    features: Array
    statements: tuple[GoldStatement, ...]
    leaning: Leaning | None


def clause_examples(talk: Talk) -> Iterator[ClauseExample]:
    """Every clause of a chunk."""
    before = np.zeros(DIMENSION, dtype=np.float32)
    previous: GoldTurn | None = None
    header = talk.conversation.header
    for turn, text, vectors in zip(talk.gold, talk.parsed, talk.vectors, strict=True):
        found = [
            (number, clause)
            for number, sentence in enumerate(text.sentences)
            for clause in clauses(sentence)
        ]
        stated = align(turn, text, [clause for _, clause in found])
        for (number, clause), statements in zip(found, stated, strict=True):
            position = Position(number, len(text.sentences), len(turn.text.split()), before)
            yield ClauseExample(
                talk.conversation.header.id,
                turn,
                clause,
                clause_features(clause, position, vectors),
                statements,
                leaning(clause, statements[0], turn, previous, header) if statements else None,
            )
        before, previous = vectors.of(0, len(turn.text)), turn


def align(turn: GoldTurn, text: Parsed, found: Sequence[Clause]) -> list[tuple[GoldStatement, ...]]:
    """The statements of each clause: each goes to the clause whose words its quote shares most."""
    stated: list[list[GoldStatement]] = [[] for _ in found]
    for statement in turn.statements:
        best, best_score = None, 0.0
        for number, clause in enumerate(found):
            overlap = shared_words(text, statement.quote, clause)
            verb = clause.head.lemma == statement.predicate.split()[0]
            score = overlap + _VERB * verb
            if overlap >= (_LEAST_WITH_VERB if verb else _LEAST_OVERLAP) and score > best_score:
                best, best_score = number, score
        if best is not None:
            stated[best].append(statement)
    return [tuple(one) for one in stated]


def shared_words(text: Parsed, quote: str, clause: Clause) -> float:
    """The share of words that a quote of a turn and one of its clauses have in common, 0 to 1."""
    begin = text.text.find(quote)
    end = begin + len(quote)
    quoted = {
        token.start
        for sentence in text.sentences
        for token in sentence
        if begin <= token.start < end and token.pos != "PUNCT"
    }
    own = {token.start for token in clause.tokens if token.pos != "PUNCT"}
    return 2 * len(quoted & own) / max(1, len(quoted) + len(own))
