"""How likely it is that a found turn is needed for what is asked; pure.

A search ranks turns by what they say. What an assistant needs is often said in other words: a rule
given once, what was settled last. So the found turns are ranked anew by a linear model over how
they were found, how long ago they were said and what they state, fitted on `corpus/last_messages`
by `python -m training.fit_relevance`.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from graphmem.assembly.candidates import Facts
from graphmem.language.sentences import sentences
from graphmem.language.words import words
from graphmem.model.base import Frozen
from graphmem.model.odds import Odds, read_fitted
from graphmem.model.search import SearchHit
from graphmem.model.workspace import Kind

_SHIPPED = Path(__file__).with_name("relevance.json")
_FIRST_RANKS = 3  # how soon a rank counts less
_LATELY = 14  # days
_MOST_WORDS = 40
_DAY = 86_400.0


class RelevanceWeights(Frozen):
    """The odds that a found turn is needed, over `signals`; ``origin`` tells how they were made."""

    origin: Mapping[str, Any]
    needed: Odds


@lru_cache(maxsize=1)
def read_relevance_weights() -> RelevanceWeights:
    """The shipped weights; raises `SettingsError` where their file cannot be used."""
    return read_fitted(RelevanceWeights, _SHIPPED, made_by="training.fit_relevance")


def rank_by_relevance(
    hits: Sequence[SearchHit],
    facts: Facts,
    *,
    asked_by: str,
    now: datetime | None,
    weights: RelevanceWeights | None = None,
) -> list[SearchHit]:
    """The found turns, the one that is likeliest to be needed first.

    ``hits`` come in the order of the search, ``facts`` are what each of them states; ``asked_by``
    says the last message, at ``now`` (else when the last of the hits was said).
    """
    needed = (weights or read_relevance_weights()).needed
    values = signals(hits, facts, asked_by=asked_by, now=now)
    order = sorted(range(len(hits)), key=lambda rank: -needed.log_odds(values[rank]))
    return [hits[rank] for rank in order]


def signals(
    hits: Sequence[SearchHit],
    facts: Facts,
    *,
    asked_by: str,
    now: datetime | None,
) -> list[dict[str, float]]:
    """What the weights are over, for each hit."""
    asked_at = now or max((hit.said_at for hit in hits), default=None)
    found = []
    for rank, hit in enumerate(hits):
        days = 0.0
        if asked_at is not None:
            days = max(0.0, (asked_at - hit.said_at).total_seconds() / _DAY)
        stated = facts.get((hit.conversation_id, hit.dia_id), ())
        kinds = {fact.kind for fact in stated}
        said = sentences(hit.text)
        asks = sum("?" in sentence for sentence in said) / max(1, len(said))
        found.append(
            {
                "rank": 1 / (rank + _FIRST_RANKS),
                "score": hit.score,
                "asks": asks,
                "words": min(_MOST_WORDS, len(words(hit.text))) / _MOST_WORDS,
                "days": math.log1p(days),
                "lately": float(days < _LATELY),
                "own": float(hit.speaker.casefold() == asked_by.casefold()),
                "states": math.log1p(len(stated)),
                **{f"states_{kind.value}": float(kind in kinds) for kind in Kind},
            }
        )
    return found
