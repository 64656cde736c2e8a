"""Features of a stored statement beside a gold one, beside its turn, and by itself."""

import re
from collections.abc import Collection, Mapping, Sequence, Set
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.evaluation.corpus import (
    GoldStatement,
    GoldTurn,
    HalfOpenInterval,
    Modality,
    read_edtf,
)
from graphmem.evaluation.extracted_statements import ExtractedStatement
from graphmem.evaluation.matching.statement_features import StatementFeatures, numbers
from graphmem.language.words import words
from graphmem.model.workspace import Polarity

Row = NDArray[np.float64]

# What speaks for a yes, what against it, and what may do either.
PAIR = {
    **dict.fromkeys(
        (
            *("cosine", "soft_recall", "soft_precision", "recall", "predicate", "object"),
            *("subject_said", "names_recall", "names_precision", "time_agrees"),
            *("numbers_recall", "quote_recall", "quote_precision"),
        ),
        +1,
    ),
    **dict.fromkeys(
        (
            *("subject_swapped", "polarity_differs", "negations_differ", "modality_differs"),
            *("as_fact", "time_conflicts", "time_foreign", "time_lacking", "numbers_foreign"),
        ),
        -1,
    ),
}
FORM = {
    **dict.fromkeys(
        (
            *("malformed", "clauses", "pieces", "persons", "unbound", "pointing", "definite"),
            *("repeated", "open"),
        ),
        -1,
    ),
    "bound": 0,
    "length": 0,
}
GROUND = {
    **dict.fromkeys(("grounded", "covered", "cosine_quote", "unlisted"), +1),
    **dict.fromkeys(("numbers_unsaid", "time_far", "names_unsaid", "amiss"), -1),
    "no_gold": 0,
}
SPOKEN = {"spoken": 0}
# What tells of a fault only where both are about the same.
CONFLICTS = frozenset(
    {
        *("subject_swapped", "polarity_differs", "negations_differ", "modality_differs", "as_fact"),
        *("time_conflicts", "time_foreign", "numbers_foreign"),
    }
)
_UNREALISED = frozenset(Modality) - {Modality.ACTUAL, Modality.REQUIRED}
# Gold of these says that somebody asks, advises or proposes: who says so too, has it.
_SPOKEN = frozenset({Modality.REQUESTED, Modality.ADVISED, Modality.PROPOSED})
_OPEN = frozenset({Modality.POSSIBLE, Modality.CONDITIONAL})
_GRAVE = (
    *("subject_swapped", "polarity_differs", "as_fact", "time_conflicts", "time_foreign"),
    *("malformed", "persons", "unbound", "open"),
)
_APART, _TOGETHER = 0.45, 0.7  # closeness below which two have nothing to do with each other
_SAID = re.compile(r"“[^“”]+”$")
_FAR = timedelta(days=270)
_DAY = timedelta(days=1)
_YEAR = re.compile(r"[12]\d{3}")
_MANY = 12  # words; what is longer is no more telling


class Stored(NamedTuple):
    """A stored statement, read; ``quoted`` is the vector of the words that state it."""

    told: ExtractedStatement
    wording: StatementFeatures
    vector: Row
    quoted: Row


class ParsedGold(NamedTuple):
    """A gold statement, read."""

    turn: GoldTurn
    statement: GoldStatement
    wording: StatementFeatures
    vector: Row
    predicate: tuple[str, ...]
    object: tuple[str, ...]


class Around(NamedTuple):
    """Context of a statement: words and names of its turns and before them."""

    said_at: datetime
    speakers: frozenset[str]
    lemmas: tuple[str, ...]
    numbers: frozenset[str]
    named: frozenset[str]


class Faults(NamedTuple):
    """How far a pair is about the same, and the gravest of what is amiss with it."""

    nearness: float
    amiss: float


class WordSimilarity:
    """Similarity of words by their vectors."""

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
        """Share of some words that the others hold; all of none."""
        return float(np.mean([self.best(one, others) for one in some])) if some else 1.0


def pair(stored: Stored, gold: ParsedGold, like: WordSimilarity) -> Row:
    """The features `PAIR` of a stored statement beside a gold one."""
    told, said = stored.told, stored.wording
    statement, meant = gold.statement, gold.wording
    own = set(_ids(statement.subject))
    agrees, conflicts, lacking = _times(stored, gold)
    quote = set(words(statement.quote))
    quoted = {word for one in told.quotes if one.turn == gold.turn.id for word in words(one.text)}
    negative = statement.polarity.value == Polarity.NEGATIVE.value
    return _row(
        PAIR,
        cosine=float(stored.vector @ gold.vector),
        soft_recall=like.share(meant.lemmas, said.lemmas),
        soft_precision=like.share(said.lemmas, meant.lemmas),
        recall=_share(set(said.lemmas) & set(meant.lemmas), meant.lemmas),
        predicate=like.share(gold.predicate, said.verbs + said.lemmas),
        object=like.share(gold.object, said.lemmas),
        subject_said=bool(said.subjects & own),
        names_recall=_share(said.named & meant.named, meant.named),
        names_precision=_share(said.named & meant.named, said.named),
        time_agrees=agrees,
        numbers_recall=_share(said.numbers & meant.numbers, meant.numbers),
        quote_recall=_share(quote & quoted, quote),
        quote_precision=_share(quote & quoted, quoted),
        subject_swapped=_swapped(said, meant),
        polarity_differs=told.negative != negative,
        negations_differ=said.negations % 2 != meant.negations % 2,
        modality_differs=_class(told.modality) != _class(statement.modality),
        as_fact=_as_fact(stored, gold),
        time_conflicts=conflicts,
        time_foreign=not agrees and bool(said.dates - meant.dates - set(words(gold.turn.text))),
        time_lacking=lacking,
        numbers_foreign=bool(said.numbers - meant.numbers - numbers(gold.turn.text)),
    )


def form(stored: Stored) -> Row:
    """The features `FORM`: how a stored statement stands by itself."""
    shape = stored.wording.form
    return _row(
        FORM,
        malformed=not shape.finite or not shape.subject or shape.imperative,
        clauses=min(max(shape.clauses - 1, 0), 2),
        pieces=min(shape.pieces - 1, 2),
        persons=min(shape.persons, 1),
        unbound=min(shape.unbound, 1),
        pointing=min(shape.pointing, 1),
        definite=min(shape.definite, 2),
        repeated=min(shape.repeated, 2),
        open=stored.told.open,
        bound=min(shape.bound, 2),
        length=min(shape.length, 2 * _MANY) / _MANY,
    )


def is_spoken(stored: Stored) -> bool:
    """Whether it hands down the words of somebody ("Bo said: “…”") and no sentence of its own."""
    return _SAID.search(stored.told.text) is not None


def ground(
    stored: Stored,
    around: Around,
    golds: Sequence[ParsedGold],
    like: WordSimilarity,
    faults: Faults,
) -> Row:
    """The features `GROUND`: how far the turn, and its gold together, bear a statement out."""
    said = stored.wording
    together = tuple(dict.fromkeys(word for gold in golds for word in gold.wording.lemmas))
    stated = frozenset(number for gold in golds for number in gold.wording.numbers)
    named = frozenset(name for gold in golds for name in gold.wording.named)
    far = _is_far(stored, around.said_at)
    amiss = max(faults.amiss, float(far))
    grounded = like.share(said.lemmas, around.lemmas)
    return _row(
        GROUND,
        grounded=grounded,
        covered=like.share(said.lemmas, together) if golds else 0.0,
        cosine_quote=float(stored.vector @ stored.quoted),
        unlisted=(1 - faults.nearness) * (1 - amiss) * grounded,
        numbers_unsaid=bool(said.numbers - stated - around.numbers),
        time_far=far,
        names_unsaid=bool(said.named - named - around.named - around.speakers),
        amiss=amiss,
        no_gold=not golds,
    )


def closeness(row: Row) -> float:
    """Surface similarity of a pair, 0 to 1."""
    seen = dict(zip(PAIR, row, strict=True))
    quotes = seen["quote_recall"] * seen["quote_precision"]
    near = seen["cosine"] + seen["soft_recall"] + seen["soft_precision"] + quotes
    return float(near) / 4


def gated(row: Row) -> Row:
    """A pair whose conflicts count as far as both statements are about the same."""
    nearness = _nearness(row)
    weights: Row = np.array([nearness if name in CONFLICTS else 1.0 for name in PAIR])
    found: Row = row * weights
    return found


def faults_of(row: Row, shape: Row) -> Faults:
    """What is amiss with a gated pair and with the form."""
    seen = {**dict(zip(PAIR, row, strict=True)), **dict(zip(FORM, shape, strict=True))}
    return Faults(_nearness(row), float(max(seen[name] for name in _GRAVE)))


def _nearness(row: Row) -> float:
    return float(np.clip((closeness(row) - _APART) / (_TOGETHER - _APART), 0.0, 1.0))


def _swapped(said: StatementFeatures, meant: StatementFeatures) -> bool:
    """Tells whether somebody else stands where gold names its subject.

    "Ana says that …" is no other subject, unless gold too is what somebody says.
    """
    own = said.subjects if meant.form.attributed else said.subjects - said.form.attributed
    return bool(own - meant.named) and bool(meant.subjects - said.named)


def _as_fact(stored: Stored, gold: ParsedGold) -> bool:
    """Tells whether what is only planned, wished or asked for is told as if it were so."""
    modality, said = gold.statement.modality, stored.wording
    if modality not in _UNREALISED or stored.told.modality in _UNREALISED or said.marked:
        return False
    if modality is Modality.PLANNED:
        return said.past  # "Ana flies on Friday" is a plan
    return modality not in _SPOKEN or not set(gold.predicate) & set(said.verbs)


def _row(names: Mapping[str, int], **values: float) -> Row:
    return np.array([float(values[name]) for name in names], dtype=np.float64)


def _ids(ids: str | Sequence[str]) -> tuple[str, ...]:
    return (ids,) if isinstance(ids, str) else tuple(ids)


def _share(part: Set[str], whole: Collection[str]) -> float:
    return len(part) / len(set(whole)) if whole else 1.0


def _class(modality: Modality) -> int:
    if modality in _OPEN:
        return 2
    return 1 if modality in _UNREALISED else 0


def _times(stored: Stored, gold: ParsedGold) -> tuple[bool, bool, bool]:
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


def _overlap(one: HalfOpenInterval, other: HalfOpenInterval) -> bool:
    (begin, end), (other_begin, other_end) = _edges(one), _edges(other)
    return begin < other_end and other_begin < end


def _edges(interval: HalfOpenInterval) -> tuple[datetime, datetime]:
    """An interval; of an open one the days about its one edge, which is what it says."""
    if interval.start is None:
        edge = interval.end or datetime.max - _DAY
        return edge - _DAY, edge + _DAY
    if interval.end is None:
        return interval.start - _DAY, interval.start + _DAY
    return interval.start, interval.end


def _is_far(stored: Stored, said_at: datetime) -> bool:
    """Tells whether the time lies most of a year away, though the words name no year."""
    interval = stored.told.interval
    told = stored.wording.dates | stored.wording.numbers
    if interval is None or any(map(_YEAR.fullmatch, told)):
        return False
    edges = [edge for edge in (interval.start, interval.end) if edge is not None]
    return bool(edges) and all(abs(edge - said_at) > _FAR for edge in edges)
