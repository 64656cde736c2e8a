"""Scores clauses: which state something worth keeping, and the type of each statement.

Fitted networks judge each clause by its syntax, by the vectors of its words in context, and by
what was said right before.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.clauses import Clause, ClauseType
from graphmem.extraction.local.network import Array, DenseNetwork, TurnVectors
from graphmem.language.pronouns import PRONOUNS, GrammaticalPerson
from graphmem.model.parse import Token

_TAGS = (
    "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "NN", "NNS", "NNP", "JJ", "RB", "UH", "CD",
    "IN", "PRP",
)  # fmt: skip
_RELATIONS = (
    "ROOT", "conj", "ccomp", "xcomp", "advcl", "relcl", "acl", "parataxis", "csubj", "pcomp",
    "dep",
)  # fmt: skip
_FINITE = ("VBD", "VBP", "VBZ", "MD")
_PARTS = (
    "dobj", "attr", "acomp", "prep", "xcomp", "ccomp", "advcl", "neg", "mark", "npadvmod",
    "dative", "prt", "expl", "nummod", "advmod", "relcl",
)  # fmt: skip


class Salience(NamedTuple):
    """The networks that judge a clause: whether it states something, and as what.

    ``elided`` tells of one without a subject that its subject is the speaker;
    ``leans_on_sentence`` and ``leans_on_turn`` whether it takes up what was said before, in its
    turn or in the one before.
    """

    states: DenseNetwork
    kind: DenseNetwork
    modality: DenseNetwork
    negated: DenseNetwork
    worth: DenseNetwork
    elided: DenseNetwork
    leans_on_sentence: DenseNetwork
    leans_on_turn: DenseNetwork


class ClauseScores(NamedTuple):
    """What the networks make of a clause.

    ``states``, ``negated``, ``elided`` and those that it leans are chances, ``worth`` is 0 to 3.
    """

    states: float
    kind: str
    modality: str
    negated: float
    worth: float
    elided: float
    leans_on_sentence: float
    leans_on_turn: float


def judge(salience: Salience, features: Array) -> list[ClauseScores]:
    """A judgement for each row of features."""
    if not len(features):
        return []
    states = salience.states.probability(features)
    kinds = salience.kind.distribution(features).argmax(axis=1)
    modalities = salience.modality.distribution(features).argmax(axis=1)
    negated = salience.negated.probability(features)
    elided = salience.elided.probability(features)
    on_sentence = salience.leans_on_sentence.probability(features)
    on_turn = salience.leans_on_turn.probability(features)
    worths = salience.worth.distribution(features)
    steps = np.array([float(label) for label in salience.worth.labels], dtype=np.float32)
    return [
        ClauseScores(
            float(states[row]),
            salience.kind.labels[kinds[row]],
            salience.modality.labels[modalities[row]],
            float(negated[row]),
            float(worths[row] @ steps),
            float(elided[row]),
            float(on_sentence[row]),
            float(on_turn[row]),
        )
        for row in range(len(features))
    ]


class Position(NamedTuple):
    """Where a sentence stands in its turn, and the mean vector of the turn before it."""

    sentence: int
    sentences: int
    words: int
    before: Array


def clause_features(clause: Clause, position: Position, vectors: TurnVectors) -> Array:
    """The features of one clause."""
    return np.concatenate(
        [
            np.array(_syntax(clause, position), dtype=np.float32),
            vectors.of(clause.start, clause.end),
            vectors.of(clause.head.start, clause.head.end),
            position.before,
        ]
    )


def _syntax(clause: Clause, position: Position) -> list[float]:
    sentence, head = clause.sentence, clause.head
    subject = clause.subject or clause.shared
    parts = {token.dep for token in sentence.children(head)}
    above = sentence.head(head)
    mark = sentence.child(head, "mark")
    return [
        *(head.tag == tag for tag in _TAGS),
        *(head.dep == relation for relation in _RELATIONS),
        *(clause.type is kind for kind in ClauseType),
        *_subject(subject),
        clause.subject is None and clause.shared is not None,
        clause.imperative,
        clause.interrogative,
        clause.finite is not None,
        *(clause.finite is not None and clause.finite.tag == tag for tag in _FINITE),
        *(part in parts for part in _PARTS),
        *_contents(clause.tokens),
        any(token.text == "?" for token in sentence),
        any(token.text == "!" for token in sentence),
        head.lemma == "be",
        head.lemma == "have",
        above.i != head.i and above.pos in ("VERB", "AUX"),
        above.i != head.i and above.lemma == "be",
        mark is not None,
        mark is not None and mark.low == "if",
        mark is not None and mark.low == "that",
        np.log1p(len(clause.tokens)) / 3,
        np.log1p(position.words) / 5,
        position.sentence == 0,
        position.sentence == position.sentences - 1,
        position.sentence / 5,
        position.sentences / 5,
    ]


def _subject(subject: Token | None) -> Sequence[bool]:
    person = None if subject is None else PRONOUNS.get(subject.low)
    return [
        subject is None,
        subject is not None and subject.pos == "NOUN",
        subject is not None and subject.pos == "PROPN",
        *(person is one for one in GrammaticalPerson),
    ]


def _contents(tokens: Sequence[Token]) -> Sequence[bool]:
    persons = {PRONOUNS.get(token.low) for token in tokens}
    return [
        any(token.tag == "CD" for token in tokens),
        any(token.ent in ("DATE", "TIME") for token in tokens),
        any(token.pos == "PROPN" for token in tokens),
        GrammaticalPerson.I in persons,
        GrammaticalPerson.YOU in persons,
    ]
