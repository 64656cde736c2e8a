"""What a stored statement shows beside a gold one, beside its turn, and by itself."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.evaluation.corpus import GoldStatement, GoldTurn, Interval, Modality, read_edtf
from graphmem.evaluation.matching.wording import Wording, numbers
from graphmem.evaluation.told import Told
from graphmem.language.words import words
from graphmem.model.workspace import Polarity

Row = NDArray[np.float64]

PAIR = (
    *("cosine", "soft_recall", "soft_precision", "recall", "predicate", "object"),
    *("subject_same", "subject_said", "subject_wrong", "names_recall", "names_precision"),
    *("polarity_differs", "modality_differs", "as_fact", "time_agrees", "time_conflicts"),
    *("time_lacking", "numbers_recall", "numbers_foreign", "quote_recall", "quote_precision"),
)
FORM = (
    *("malformed", "clauses", "pieces", "persons", "unbound", "bound", "pointing", "definite"),
    *("repeated", "length", "open"),
)
GROUND = ("grounded", "covered", "numbers_unsaid", "time_far", "names_unsaid", "no_gold")
_UNREALISED = frozenset(Modality) - {Modality.ACTUAL, Modality.REQUIRED}
_OPEN = frozenset({Modality.POSSIBLE, Modality.CONDITIONAL})
_FAR = timedelta(days=270)
_DAY = timedelta(days=1)
_MANY = 12  # words; what is longer is no more telling


class Stored(NamedTuple):
    """A stored statement, read."""

    told: Told
    wording: Wording
    vector: Row


class Gold(NamedTuple):
    """A gold statement, read."""

    turn: GoldTurn
    statement: GoldStatement
    wording: Wording
    vector: Row
    predicate: tuple[str, ...]
    object: tuple[str, ...]


class Around(NamedTuple):
    """What was said where a statement comes from: words and names of its turns and before them."""

    said_at: datetime
    speakers: frozenset[str]
    lemmas: tuple[str, ...]
    numbers: frozenset[str]
    named: frozenset[str]


class Likeness:
    """How near words are to each other, by their vectors."""

    def __init__(self, vectors: dict[str, Row]) -> None:
        self._vectors = vectors

    def best(self, one: str, others: Sequence[str]) -> float:
        """The likeness to the nearest of the others."""
        if not others:
            return 0.0
        if one in others:
            return 1.0
        rows = np.stack([self._vectors[other] for other in others])
        return float(np.max(rows @ self._vectors[one]))

    def share(self, some: Sequence[str], others: Sequence[str]) -> float:
        """How much of some words the others hold; all of none."""
        return float(np.mean([self.best(one, others) for one in some])) if some else 1.0


def pair(stored: Stored, gold: Gold, like: Likeness) -> Row:
    """The features `PAIR` of a stored statement beside a gold one."""
    told, said = stored.told, stored.wording
    statement, meant = gold.statement, gold.wording
    subjects, own = set(told.subjects), set(_ids(statement.subject))
    agrees, conflicts, lacking = _times(stored, gold)
    quote = set(words(statement.quote))
    quoted = {word for one in told.quotes if one.turn == gold.turn.id for word in words(one.text)}
    negative = statement.polarity.value == Polarity.NEGATIVE.value
    realised = told.modality not in _UNREALISED
    return np.array(
        [
            float(stored.vector @ gold.vector),
            like.share(meant.lemmas, said.lemmas),
            like.share(said.lemmas, meant.lemmas),
            _share(set(said.lemmas) & set(meant.lemmas), meant.lemmas),
            like.share(gold.predicate, said.verbs + said.lemmas),
            like.share(gold.object, said.lemmas),
            bool(subjects & own),
            bool(said.subjects & own),
            not (subjects & own or said.subjects & own or subjects & said.form.attributed),
            _share(said.named & meant.named, meant.named),
            _share(said.named & meant.named, said.named),
            (told.negative != negative) + (said.negations % 2 != meant.negations % 2),
            _class(told.modality) != _class(statement.modality),
            statement.modality in _UNREALISED and realised and not said.marked,
            agrees,
            conflicts,
            lacking,
            _share(said.numbers & meant.numbers, meant.numbers),
            bool(said.numbers - meant.numbers - numbers(gold.turn.text)),
            _share(quote & quoted, quote),
            _share(quote & quoted, quoted),
        ],
        dtype=np.float64,
    )


def form(stored: Stored) -> Row:
    """The features `FORM`: how a stored statement stands by itself."""
    shape = stored.wording.form
    return np.array(
        [
            not shape.finite or not shape.subject or shape.imperative,
            min(max(shape.clauses - 1, 0), 2),
            min(shape.pieces - 1, 2),
            min(shape.persons, 1),
            min(shape.unbound, 1),
            min(shape.bound, 2),
            min(shape.pointing, 1),
            min(shape.definite, 2),
            min(shape.repeated, 2),
            min(shape.length, 2 * _MANY) / _MANY,
            stored.told.open,
        ],
        dtype=np.float64,
    )


def ground(stored: Stored, around: Around, golds: Sequence[Gold], like: Likeness) -> Row:
    """The features `GROUND`: how far the turn, and its gold together, bear a statement out."""
    said = stored.wording
    together = tuple(dict.fromkeys(word for gold in golds for word in gold.wording.lemmas))
    stated = frozenset(number for gold in golds for number in gold.wording.numbers)
    named = frozenset(name for gold in golds for name in gold.wording.named)
    return np.array(
        [
            like.share(said.lemmas, around.lemmas),
            like.share(said.lemmas, together) if golds else 0.0,
            bool(said.numbers - stated - around.numbers),
            _is_far(stored, around.said_at),
            bool(said.named - named - around.named - around.speakers),
            not golds,
        ],
        dtype=np.float64,
    )


def _ids(ids: str | Sequence[str]) -> tuple[str, ...]:
    return (ids,) if isinstance(ids, str) else tuple(ids)


def _share(part: set[str] | frozenset[str], whole: Sequence[str] | frozenset[str]) -> float:
    return len(part) / len(set(whole)) if whole else 1.0


def _class(modality: Modality) -> int:
    if modality in _OPEN:
        return 2
    return 1 if modality in _UNREALISED else 0


def _times(stored: Stored, gold: Gold) -> tuple[bool, bool, bool]:
    """Whether the times agree, whether they conflict, and whether the stored one lacks its own."""
    time = gold.statement.time
    stated = read_edtf(time.edtf) if time is not None and time.edtf is not None else None
    meant = [stated] if stated is not None else list(gold.wording.when)
    given = [] if stored.told.interval is None else [stored.told.interval]
    given += stored.wording.when
    if not meant or not given:
        return False, False, stated is not None
    agree = [any(_overlap(one, other) for other in meant) for one in given]
    return all(agree), not all(agree), False


def _overlap(one: Interval, other: Interval) -> bool:
    (begin, end), (other_begin, other_end) = _edges(one), _edges(other)
    return begin < other_end and other_begin < end


def _edges(interval: Interval) -> tuple[datetime, datetime]:
    """An interval; of an open one the days about its one edge, which is what it says."""
    if interval.start is None:
        edge = interval.end or datetime.max - _DAY
        return edge - _DAY, edge + _DAY
    if interval.end is None:
        return interval.start - _DAY, interval.start + _DAY
    return interval.start, interval.end


def _is_far(stored: Stored, said_at: datetime) -> bool:
    """Whether the time lies most of a year away, though the words name no year."""
    interval = stored.told.interval
    if interval is None or stored.wording.when:
        return False
    edges = [edge for edge in (interval.start, interval.end) if edge is not None]
    return bool(edges) and all(abs(edge - said_at) > _FAR for edge in edges)
