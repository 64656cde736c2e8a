"""Turns for a question: by meaning and by words, fused, each score in parts."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.language.sentences import asks
from graphmem.language.words import words
from graphmem.model.scope import Scope
from graphmem.model.search import ScorePart, SearchHit, SearchResult, SearchWeights
from graphmem.retrieval.question import Question
from graphmem.store.database import Database
from graphmem.store.turns import StoredTurn, turns_by_text, turns_by_vector

CANDIDATES = 30  # of each path; deep enough that fusion, not the cut, decides the first thirty
_MOST = 1_000
_FULL_LENGTH = 30  # words from which on a turn is as substantial as any
_RANK_HALF = 10.0  # the rank at which a word match counts half

Encode = Callable[[Sequence[str]], list[list[float]]]


class Candidate(NamedTuple):
    """A turn with what each path found in it; ``text_rank`` is 0-based, None where words differ."""

    turn: StoredTurn
    cosine: float
    text_rank: int | None


class Ranked(NamedTuple):
    """A turn with its score and the score's parts: name, value, weight."""

    turn: StoredTurn
    score: float
    parts: tuple[tuple[str, float, float], ...]


def search_turns(
    database: Database,
    encode: Encode,
    scope: Scope,
    asked: Question,
    *,
    limit: int,
    weights: SearchWeights,
    explain: bool = False,
) -> SearchResult:
    """The best turns of the scope for a question, best first; equal scores in order of turn id.

    Raises `InputError` for a limit that is not 1 to 1,000.
    """
    if not 1 <= limit <= _MOST:
        raise InputError(f"limit={limit} is out of range.", next_step=f"Ask for 1 to {_MOST:,}.")
    begun = time.perf_counter()
    # One after the other: beside a server on the same cores, encoding takes longer than both.
    found_by_text = turns_by_text(database, scope, asked.terms, limit=max(CANDIDATES, limit))
    worded = time.perf_counter()
    vector = encode([asked.neutral])[0]
    encoded = time.perf_counter()
    near = turns_by_vector(
        database,
        scope,
        vector,
        limit=max(CANDIDATES, limit),
        further=[found.uid for found in found_by_text],
    )
    ranks = {found.uid: rank for rank, found in enumerate(found_by_text)}
    ranked = rank_candidates(
        [Candidate(turn, cosine, ranks.get(turn.uid)) for turn, cosine in near],
        asked,
        weights=weights,
    )
    hits = tuple(_hit(item, explain=explain) for item in ranked[:limit])
    ended = time.perf_counter()
    return SearchResult(
        question=asked.text,
        space=scope.space,
        hits=hits,
        people=tuple(dict.fromkeys(person.name for person in asked.people)),
        milliseconds={
            "words": (worded - begun) * 1_000,
            "encode": (encoded - worded) * 1_000,
            "vector_and_rank": (ended - encoded) * 1_000,
            "total": (ended - begun) * 1_000,
        },
    )


def rank_candidates(
    candidates: Iterable[Candidate], question: Question, *, weights: SearchWeights
) -> list[Ranked]:
    """Score and order candidates, best first; a pure function of them."""
    speakers = {person.uid for person in question.people}
    ranked = []
    for turn, cosine, text_rank in candidates:
        values = {
            "meaning": cosine,
            "words": _rank_value(text_rank),
            "speaker": float(turn.speaker_uid in speakers),
            "asks": float(asks(turn.text)),
            "substance": _substance(turn),
        }
        parts = tuple((name, value, getattr(weights, name)) for name, value in values.items())
        ranked.append(Ranked(turn, sum(value * weight for _, value, weight in parts), parts))
    return sorted(ranked, key=lambda item: (-item.score, _place(item.turn)))


def _hit(ranked: Ranked, *, explain: bool) -> SearchHit:
    turn = ranked.turn
    return SearchHit(
        conversation_id=turn.conversation_id,
        session_id=turn.session_id,
        dia_id=turn.dia_id,
        speaker=turn.speaker,
        speaker_uid=turn.speaker_uid,
        said_at=turn.said_at,
        zone=turn.zone,
        text=turn.text,
        caption=turn.caption,
        score=ranked.score,
        parts=tuple(
            ScorePart(name=name, value=value, weight=weight) for name, value, weight in ranked.parts
        )
        if explain
        else None,
    )


def _rank_value(rank: int | None) -> float:
    # Ranks, not Lucene's scores: its statistics run over every space of the database.
    return 0.0 if rank is None else _RANK_HALF / (_RANK_HALF + rank)


def _substance(turn: StoredTurn) -> float:
    content = len(words(turn.text)) + len(words(turn.caption or ""))
    return min(1.0, math.log1p(content) / math.log1p(_FULL_LENGTH))


def _place(turn: StoredTurn) -> tuple[str, int, str]:
    # Shorter ids first, so that D1:2 comes before D1:10.
    return turn.conversation_id, len(turn.dia_id), turn.dia_id
