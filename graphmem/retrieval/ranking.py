"""What ranks the candidates of a question: one sum of weighted signals; pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.model.scope import Scope
from graphmem.model.search import SearchOptions, SearchPath, SearchWeights
from graphmem.retrieval.finds import Finds
from graphmem.retrieval.question import ParsedQuestion
from graphmem.retrieval.signals import signals
from graphmem.retrieval.times import recency
from graphmem.store.turns import Near, StoredTurn


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


class Ranked(NamedTuple):
    """A candidate with its score and the value of every signal."""

    near: Near
    score: float
    values: Mapping[str, float]


def rank(pool: Sequence[Near], asking: RankRequest, finds: Finds) -> list[Ranked]:
    """Score and order the candidates that are in scope, best first; a pure function of them."""
    mode = asking.options.recency
    recent = {near.turn.uid: recency(near.turn.said_at, asking.now, mode) for near in pool}
    values = signals(pool, asking.question, finds, recency=recent, paths=asking.options.paths)
    weights = [(name, weight) for name, weight in asking.weights.model_dump().items() if weight]
    ranked = [
        Ranked(near, sum(value[name] * weight for name, weight in weights), value)
        for near, value in zip(pool, values, strict=True)
        if may_be_hit(near, asking)
    ]
    return sorted(ranked, key=lambda item: (-item.score, order_of_turn(item.near.turn)))


def may_be_hit(near: Near, asking: RankRequest) -> bool:
    """Whether a candidate is in the scope, and no mere neighbour where those do not count."""
    scope, turn, paths = asking.scope, near.turn, asking.options.paths
    if scope.people and turn.speaker_uid not in scope.people:
        return False
    if scope.conversations and turn.conversation_id not in scope.conversations:
        return False
    if scope.session is not None and turn.session_id != scope.session:
        return False
    return near.found != 0 or SearchPath.NEIGHBOURS in paths


def order_of_turn(turn: StoredTurn) -> tuple[str, datetime, int, str]:
    """Turns as they were said, conversation by conversation."""
    return turn.conversation_id, turn.said_at, turn.position, turn.dia_id
