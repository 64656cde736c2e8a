"""What a statement takes from around its sentence, by the words of its gold."""

from collections.abc import Iterable
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldHeader, GoldStatement, GoldTurn
from graphmem.extraction.local.clauses import Clause
from graphmem.language.words import content_stems


class Leaning(NamedTuple):
    """Whether a statement takes words from earlier in its turn, and from the turn before."""

    on_sentence: bool
    on_turn: bool


def leaning(
    clause: Clause,
    statement: GoldStatement,
    turn: GoldTurn,
    before: GoldTurn | None,
    header: GoldHeader,
) -> Leaning:
    """Of a clause of a turn with the gold statement that it states.

    Names do not count: coreference puts them in.
    """
    own = turn.text[clause.sentence.start : clause.sentence.end]
    missing = content_stems(statement.text) - content_stems(own)
    for one in (turn.speaker, *_ids(statement.subject), *_mentioned(turn)):
        for name in header.names(one):
            missing -= content_stems(name)
    earlier = content_stems(turn.text[: clause.sentence.start])
    if before is None:
        return Leaning(bool(missing & earlier), False)
    proved = any(quote.turn == before.id for quote in statement.also)
    there = missing - earlier
    return Leaning(bool(missing & earlier), proved or bool(there & content_stems(before.text)))


def _ids(means: str | list[str]) -> Iterable[str]:
    return [means] if isinstance(means, str) else means


def _mentioned(turn: GoldTurn) -> Iterable[str]:
    return (one for ids in turn.mentions.values() for one in _ids(ids))
