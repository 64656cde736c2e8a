"""Examples of roles from short exchanges that tell of them or only seem to: `corpus/roles`."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import BeforeValidator

from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.evaluation.corpus import RolePart, Words
from graphmem.evaluation.found import read_lines
from graphmem.extraction.local.clauses import Clause, clauses
from graphmem.extraction.local.network import Array
from graphmem.extraction.local.salience import Position, clause_features
from graphmem.extraction.local.vectors import DIMENSION, TurnVectors
from graphmem.model.base import Frozen
from graphmem.model.parse import Parsed, Parser
from training.talk import CORPUS

FOLDER = CORPUS / "roles"


class SaidTurn(Frozen):
    """One turn of an exchange."""

    speaker: Words
    text: Words


class RoleClause(Frozen):
    """Words of a turn that state something, and the part of life of which they tell a role.

    ``name`` is the role in the fewest words, ``value`` what fills its place: a firm, a town, a
    name. Where it tells no role, ``role`` is None.
    """

    turn: int
    quote: Words
    subject: Words
    role: Annotated[RolePart | None, BeforeValidator(lambda given: given or None)]
    name: str
    ended: bool
    value: str


class Exchange(Frozen):
    """A few turns of one kind of talk, with what they state."""

    id: Words
    kind: Words
    at: datetime
    turns: tuple[SaidTurn, ...]
    clauses: tuple[RoleClause, ...]


class RoleExample(NamedTuple):
    """The features of a clause, and the part of life of which it tells a role, "" for none."""

    features: Array
    role: str


def exchanges() -> list[Exchange]:
    """All exchanges of the corpus."""
    return [one for file in sorted(FOLDER.glob("*.jsonl")) for one in read_lines(file, Exchange)]


def role_examples(parse: Parser, encoder: OnnxEncoder) -> Iterator[RoleExample]:
    """Every annotated clause that the parser finds."""
    for exchange in exchanges():
        texts = [turn.text for turn in exchange.turns]
        before = np.zeros(DIMENSION, dtype=np.float32)
        for number, (text, seen) in enumerate(
            zip(parse(texts), encoder.token_vectors(texts), strict=True)
        ):
            vectors = TurnVectors(seen.spans, seen.vectors)
            stated = [one for one in exchange.clauses if one.turn == number]
            yield from _of_turn(text, vectors, before, stated)
            before = vectors.of(0, len(text.text))


def _of_turn(
    text: Parsed, vectors: TurnVectors, before: Array, stated: list[RoleClause]
) -> Iterator[RoleExample]:
    found = [
        (place, clause)
        for place, sentence in enumerate(text.sentences)
        for clause in clauses(sentence)
    ]
    for one in stated:
        start = text.text.find(one.quote)
        end = start + len(one.quote)
        best = max(found, key=lambda item: _overlap(item[1], start, end), default=None)
        if best is None or not _overlap(best[1], start, end):
            continue
        position = Position(best[0], len(text.sentences), len(text.text.split()), before)
        yield RoleExample(clause_features(best[1], position, vectors), one.role or "")


def _overlap(clause: Clause, start: int, end: int) -> float:
    """How much of both the words that they share are."""
    inside = sum(start <= token.start < end for token in clause.tokens)
    return inside / (len(clause.tokens) + max(1, (end - start) // 5))
