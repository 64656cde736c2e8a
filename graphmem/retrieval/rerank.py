"""Reranking: the first hits in the order of a judge that reads question and turn together."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.adapters.sentence_models import Reranker
from graphmem.errors import LlmError
from graphmem.language.time import write_day
from graphmem.model.search import ScorePart, SearchHit

_MOST_CHARACTERS = 1_500  # of a turn; cross-encoders read some 500 tokens, and cut the rest


class Reranked(NamedTuple):
    """Hits, best first; ``note`` says why they are in their old order."""

    hits: tuple[SearchHit, ...]
    note: str | None = None


def rerank(
    question: str, hits: Sequence[SearchHit], judge: Reranker, *, depth: int = 20
) -> Reranked:
    """Put the first ``depth`` hits in the judge's order; the others keep theirs behind them.

    A judged hit gains the part ``rerank`` with the judge's score and weight 0: the order is the
    judge's, and ``score`` stays what retrieval made of the turn. Where a language model fails the
    order stays and the note says so; other errors of the judge are the caller's.
    """
    first, behind = hits[:depth], hits[depth:]
    if len(first) < 2:
        return Reranked(tuple(hits))
    try:
        scores = judge.scores(question, [passage(hit) for hit in first])
    except LlmError as error:
        return Reranked(tuple(hits), f"Not reranked, since {judge.name} failed: {error.problem}")
    judged = sorted(zip(first, scores, strict=True), key=lambda pair: -pair[1])
    return Reranked((*(_with_part(hit, score) for hit, score in judged), *behind))


def passage(hit: SearchHit) -> str:
    """A turn as a judge reads it: ``Ana, 1 March 2024: I planted forty tulips.``."""
    shown = f" (shows: {hit.caption})" if hit.caption else ""
    return f"{hit.speaker}, {write_day(hit.said_at)}: {hit.text}{shown}"[:_MOST_CHARACTERS]


def _with_part(hit: SearchHit, score: float) -> SearchHit:
    part = ScorePart(name="rerank", value=score, weight=0.0)
    return hit.model_copy(update={"parts": (*hit.parts, part)})
