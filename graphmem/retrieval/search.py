"""Turns for a question: every path brings its own, and one sum of weighted signals ranks them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from graphmem.errors import IndexFaultError, InputError
from graphmem.model.search import (
    FoundBy,
    ScorePart,
    SearchHit,
    SearchPath,
    SearchResult,
    SearchWeights,
)
from graphmem.retrieval.path_scores import (
    Activated,
    PathScores,
    activated,
    add_statements,
    add_things,
    spans_by_turn,
)
from graphmem.retrieval.question import ParsedQuestion, keys_in
from graphmem.retrieval.ranking import RankedTurn, RankRequest, may_be_hit, order_of_turn, rank
from graphmem.retrieval.tracing import Stopwatch, trace_of
from graphmem.store import paths as store
from graphmem.store.database import Database
from graphmem.store.turns import Near, StoredTurn, candidates

_MOST = 1_000
_THINGS = 5  # entities that a question may mean, by meaning; those it names come beside them
_TURNS_OF_A_THING = 10
_FAN = 8  # links of one kind that a turn passes activation on
_RECENT = 10  # turns of the talk at hand
_RANK_HALF = 10.0  # the rank at which a further question's find counts half
_OF_STATEMENTS = frozenset({SearchPath.ANSWERS, SearchPath.QUESTIONS, SearchPath.PROCESSES})
_OF_THINGS = frozenset({SearchPath.ENTITIES, SearchPath.CONCEPTS})
Encode = Callable[[Sequence[str]], list[list[float]]]
T = TypeVar("T")


def search_turns(
    database: Database, encode: Encode, asking: RankRequest, *, limit: int, explain: bool = False
) -> SearchResult:
    """The best turns of the scope for a question, best first; equal scores in order of turn.

    Raises `InputError` for a limit that is not 1 to 1,000.
    """
    if not 1 <= limit <= _MOST:
        raise InputError(f"limit={limit} is out of range.", next_step=f"Ask for 1 to {_MOST:,}.")
    encode(())  # loads the model, which is no part of this search's time
    watch = Stopwatch()
    asked, scope = asking.question, asking.scope
    vectors = encode([asked.neutral, *(other.neutral for other in asking.further)])
    watch.lap("encode")
    finds = PathScores()
    for other, vector in zip(asking.further, vectors[1:], strict=True):
        _expand(database, asking, other, vector, finds)
        watch.lap("expansion")
    spread = _look(database, asking, vectors[0], finds, watch)
    pool = _pool(database, asking, vectors[0], finds, limit=limit)
    watch.lap("turns")
    if asked.times or asked.about_time:
        told = store.dated_statements(
            database, scope, [near.turn.uid for near in pool if may_be_hit(near, asking)]
        )
        finds.told.update(spans_by_turn(told))
        watch.lap("times")
    ranked = rank(pool, asking, finds)
    watch.lap("rank")
    trace = None
    if explain:
        trace = trace_of(database, asked, scope.space, ranked, finds, spread, asking.weights, watch)
    return SearchResult(
        question=asked.text,
        space=scope.space,
        hits=tuple(_hit(item, finds, asking.weights) for item in ranked[:limit]),
        people=tuple(dict.fromkeys(person.name for person in asked.people)),
        further=tuple(other.text for other in asking.further),
        notes=tuple(finds.notes),
        milliseconds=watch.milliseconds(),
        trace=trace,
    )


def _look(
    database: Database,
    asking: RankRequest,
    vector: Sequence[float],
    finds: PathScores,
    watch: Stopwatch,
) -> Activated | None:
    """Go the paths over the workspace, one query each."""
    options, scope, asked = asking.options, asking.scope, asking.question
    depth = options.depth
    if of_statements := options.paths & _OF_STATEMENTS:
        near = _found(
            finds,
            "answers and questions",
            lambda: store.statements_near(
                database, scope, vector, paths=of_statements, limit=depth
            ),
        )
        attention = options.attention if asked.about_time else 1.0
        add_statements(finds, near, options.paths, depth=depth, attention=attention)
        watch.lap("statements")
    if options.paths & _OF_THINGS:
        things = _found(
            finds,
            "entities and concepts",
            lambda: store.things_near(
                database,
                scope,
                vector,
                keys=keys_in(asked.neutral),
                things=_THINGS,
                limit=_TURNS_OF_A_THING,
            ),
        )
        add_things(finds, things, options.paths, depth=depth)
        watch.lap("things")
    if SearchPath.TALK in options.paths and asking.at_hand is not None:
        turns = store.talk_at_hand(database, scope, asking.at_hand, limit=_RECENT)
        finds.add(
            SearchPath.TALK,
            ((uid, _by_rank(rank)) for rank, uid in enumerate(turns)),
            depth=_RECENT,
        )
        watch.lap("talk")
    if SearchPath.ACTIVATION not in options.paths:
        return None
    rows = _found(
        finds,
        "activation",
        lambda: store.activation(database, scope, vector, options.activation, fan=_FAN),
    )
    spread = activated(rows, options.activation)
    finds.add(SearchPath.ACTIVATION, spread.best.items(), depth=depth)
    watch.lap("activation")
    return spread


def _found(finds: PathScores, what: str, look: Callable[[], list[T]]) -> list[T]:
    """What a path finds; nothing and a note where the index fails inside the server."""
    try:
        return look()
    except IndexFaultError as error:
        # The path only adds to what the exact search of turns finds.
        finds.notes.append(f"Found without {what}, since their index failed: {error.problem}")
        return []


def _pool(
    database: Database,
    asking: RankRequest,
    vector: Sequence[float],
    finds: PathScores,
    *,
    limit: int,
) -> list[Near]:
    """The candidates of all paths with their neighbours, in order of turn."""
    depth = max(asking.options.depth, limit)
    near = _candidates(database, asking, asking.question, vector, depth, finds.turns())
    return sorted(near, key=lambda one: order_of_turn(one.turn))


def _candidates(
    database: Database,
    asking: RankRequest,
    asked: ParsedQuestion,
    vector: Sequence[float],
    limit: int,
    further: Sequence[str] = (),
) -> list[Near]:
    paths = asking.options.paths
    return candidates(
        database,
        asking.scope,
        asked.terms if SearchPath.WORDS in paths else (),
        vector,
        limit=limit,
        meaning=SearchPath.MEANING in paths,
        further=further,
    )


def _expand(
    database: Database,
    asking: RankRequest,
    other: ParsedQuestion,
    vector: Sequence[float],
    finds: PathScores,
) -> None:
    """What another wording finds by words and meaning, by its rank there."""
    near = _candidates(database, asking, other, vector, asking.options.depth)
    ranked = rank(near, asking._replace(question=other, further=()), PathScores())
    for place, item in enumerate(ranked[: asking.options.depth]):
        uid, value = item.near.turn.uid, _by_rank(place)
        finds.expanded[uid] = max(value, finds.expanded.get(uid, 0.0))


def _hit(ranked: RankedTurn, finds: PathScores, weights: SearchWeights) -> SearchHit:
    return hit_of(
        ranked.near.turn,
        score=ranked.score,
        parts=tuple(
            ScorePart(name=name, value=value, weight=getattr(weights, name))
            for name, value in ranked.values.items()
            if value and getattr(weights, name)
        ),
        paths=finds.found_by(ranked.near),
    )


def _by_rank(place: int) -> float:
    return _RANK_HALF / (_RANK_HALF + place)


def hit_of(
    turn: StoredTurn,
    *,
    score: float = 0.0,
    parts: tuple[ScorePart, ...] = (),
    paths: tuple[FoundBy, ...] = (),
) -> SearchHit:
    """The turn with its score; a turn that no search found has none."""
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
        score=score,
        parts=parts,
        paths=paths,
    )
