"""Ranks candidates by one weighted sum of signals, and computes these; pure."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from graphmem.language.sentences import asks
from graphmem.language.words import stem, words
from graphmem.model.scope import Scope
from graphmem.model.search import SearchOptions, SearchPath, SearchWeights
from graphmem.retrieval.path_scores import PathScores, nearness, recency
from graphmem.retrieval.question import ParsedQuestion
from graphmem.store.turns import Near, StoredTurn

# Paths whose signal is the value that they found, and 0 for what they did not bring.
_FINDING = (
    SearchPath.ANSWERS,
    SearchPath.QUESTIONS,
    SearchPath.ENTITIES,
    SearchPath.ACTIVATION,
    SearchPath.CONCEPTS,
    SearchPath.PROCESSES,
    SearchPath.TALK,
)
# What a path that was not gone found of any turn.
_NOT_FOUND = {path.value: 0.0 for path in _FINDING}
_FULL_LENGTH = 30  # words from which on a turn is as substantial as any
_BEST_OF_SESSION = 3
_WORDS_OF_SESSION = 0.8  # what a full match of words counts beside a cosine of 1
_K1 = 1.2
_B = 0.75
_MOST = 1.5  # of a term's weight: what a short text that repeats it comes near to
_CACHED = 20_000


class Stems(NamedTuple):
    """The stems of a text counted, and how many words it has."""

    counts: Mapping[str, int]
    length: int


class Bm25:
    """The words of a question, each weighed by how few of ``texts`` have it."""

    def __init__(self, terms: Sequence[str], texts: Sequence[Stems]) -> None:
        count = len(texts)
        self._rarity: dict[str, float] = {}
        for term in dict.fromkeys(stem(word) for word in terms):
            having = sum(term in text.counts for text in texts)
            self._rarity[term] = math.log(1 + (count - having + 0.5) / (having + 0.5))
        self._most = _MOST * sum(self._rarity.values())

    def fits(self, texts: Sequence[Sequence[Stems]]) -> list[float]:
        """BM25 of each text, as a share (mostly 0 to 1) of what the question's words can reach.

        A text is given in parts, which count as one.
        """
        if not self._most or not texts:
            return [0.0] * len(texts)
        lengths = [sum(part.length for part in parts) for parts in texts]
        average = sum(lengths) / len(texts) or 1.0
        return [
            self._fit(parts, _K1 * (1 - _B + _B * length / average)) / self._most
            for parts, length in zip(texts, lengths, strict=True)
        ]

    def _fit(self, parts: Sequence[Stems], length: float) -> float:
        total = 0.0
        for term, rarity in self._rarity.items():
            count = 0
            for part in parts:
                count += part.counts.get(term, 0)
            if count:
                total += rarity * count * (_K1 + 1) / (count + length)
        return total


class Neighbours(NamedTuple):
    """Indices of a candidate's neighbours in the list of candidates."""

    before: int | None
    after: int | None


def signals(
    pool: Sequence[Near],
    asked: ParsedQuestion,
    finds: PathScores,
    *,
    recency: Mapping[str, float],
    paths: frozenset[SearchPath],
) -> list[dict[str, float]]:
    """The value of every signal of `SearchWeights` for every candidate, in their order."""
    around = SearchPath.NEIGHBOURS in paths
    places = (
        _places([near.turn for near in pool]) if around else [Neighbours(None, None)] * len(pool)
    )
    texts = [_stems(near.turn) for near in pool]
    wording = Bm25(asked.terms if SearchPath.WORDS in paths else (), texts)
    words = wording.fits([(text,) for text in texts])
    near_words = wording.fits([_around(texts, i, places[i]) for i in range(len(pool))])
    cosines = [near.cosine if SearchPath.MEANING in paths else 0.0 for near in pool]
    sessions = _sessions(pool, cosines, near_words)
    speakers = {person.uid for person in asked.people}
    by_path = {path.value: finds.values[path] for path in _FINDING if path in finds.values}
    found = []
    for i, near in enumerate(pool):
        turn, place = near.turn, places[i]
        told = finds.told.get(turn.uid, ())
        found.append(
            {
                "meaning": cosines[i],
                "meaning_before": 0.0 if place.before is None else cosines[place.before],
                "meaning_after": 0.0 if place.after is None else cosines[place.after],
                "words": words[i],
                "words_around": near_words[i] if around else 0.0,
                "speaker": float(turn.speaker_uid in speakers),
                "asks": float(asks(turn.text)),
                "length": min(1.0, math.log1p(texts[i].length) / math.log1p(_FULL_LENGTH)),
                "session": sessions[i],
                "date": nearness(asked.times, turn.said_at, told),
                "dated": float(asked.about_time and bool(told)),
                **_NOT_FOUND,
                **{name: values.get(turn.uid, 0.0) for name, values in by_path.items()},
                "recency": recency.get(turn.uid, 0.0),
                "frequency": finds.frequency.get(turn.uid, 0.0),
                "expanded": finds.expanded.get(turn.uid, 0.0),
            }
        )
    return found


def _stems(turn: StoredTurn) -> Stems:
    return stems_of(f"{turn.text} {turn.caption}" if turn.caption else turn.text)


def _places(turns: Sequence[StoredTurn]) -> list[Neighbours]:
    at = {(turn.conversation_id, turn.session_id, turn.position): i for i, turn in enumerate(turns)}
    return [
        Neighbours(
            at.get((turn.conversation_id, turn.session_id, turn.position - 1)),
            at.get((turn.conversation_id, turn.session_id, turn.position + 1)),
        )
        for turn in turns
    ]


def _around(texts: Sequence[Stems], i: int, place: Neighbours) -> tuple[Stems, ...]:
    return (texts[i], *(texts[k] for k in place if k is not None))


def _sessions(
    pool: Sequence[Near], cosines: Sequence[float], words: Sequence[float]
) -> list[float]:
    """How good the best turns of each candidate's session are, less that of the best session."""
    by_session: dict[tuple[str, str], list[float]] = {}
    keys = [(near.turn.conversation_id, near.turn.session_id) for near in pool]
    for key, cosine, fit in zip(keys, cosines, words, strict=True):
        by_session.setdefault(key, []).append(cosine + _WORDS_OF_SESSION * fit)
    means = {}
    for key, values in by_session.items():
        best = sorted(values, reverse=True)[:_BEST_OF_SESSION]
        means[key] = sum(best) / len(best)
    top = max(means.values(), default=0.0)
    return [means[key] - top for key in keys]


class RankRequest(NamedTuple):
    """A question with everything that its search depends on.

    ``further`` are other wordings of it, ``at_hand`` the conversation that goes on right now,
    ``now`` the moment from which recency is counted.
    """

    question: ParsedQuestion
    scope: Scope
    options: SearchOptions
    weights: SearchWeights
    further: tuple[ParsedQuestion, ...] = ()
    at_hand: str | None = None
    now: datetime | None = None


class RankedTurn(NamedTuple):
    """A candidate with its score and the value of every signal."""

    near: Near
    score: float
    values: Mapping[str, float]


def rank(pool: Sequence[Near], asking: RankRequest, finds: PathScores) -> list[RankedTurn]:
    """Score and order the candidates that are in scope, best first; a pure function of them."""
    mode = asking.options.recency
    recent = {near.turn.uid: recency(near.turn.said_at, asking.now, mode) for near in pool}
    values = signals(pool, asking.question, finds, recency=recent, paths=asking.options.paths)
    weights = [(name, weight) for name, weight in asking.weights.model_dump().items() if weight]
    ranked = [
        RankedTurn(near, sum(value[name] * weight for name, weight in weights), value)
        for near, value in zip(pool, values, strict=True)
        if may_be_hit(near, asking)
    ]
    return sorted(ranked, key=lambda item: (-item.score, order_of_turn(item.near.turn)))


def may_be_hit(near: Near, asking: RankRequest) -> bool:
    """Tells whether a candidate is in the scope, and no mere neighbour where those do not count."""
    scope, turn, paths = asking.scope, near.turn, asking.options.paths
    if scope.people and turn.speaker_uid not in scope.people:
        return False
    if scope.conversations and turn.conversation_id not in scope.conversations:
        return False
    if scope.session is not None and turn.session_id != scope.session:
        return False
    # Of a neighbour that nothing found it is not known what it states.
    return near.found != 0 or (scope.network is None and SearchPath.NEIGHBOURS in paths)


def order_of_turn(turn: StoredTurn) -> tuple[str, datetime, int, str]:
    """Turns as they were said, conversation by conversation."""
    return turn.conversation_id, turn.said_at, turn.position, turn.dia_id


@lru_cache(maxsize=_CACHED)
def stems_of(text: str) -> Stems:
    """Count the stems of a text; remembered, since the same turns are candidates again."""
    found = [stem(word) for word in words(text)]
    return Stems(Counter(found), len(found))
