"""The paths to turns that go over the workspace: statements, things, talk at hand, activation."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from neo4j import Record

from graphmem.model.ids import turn_reference, uid
from graphmem.model.scope import LATEST, Scope
from graphmem.model.search import ActivationSettings, SearchPath
from graphmem.model.workspace import Network
from graphmem.store.database import Database, as_vector
from graphmem.store.mentions import names_query
from graphmem.store.turns import within

# Of what the vector index gives: it finds but nearly, so more are looked at than kept.
_LOOKED_AT = 20

_OF_PEOPLE = frozenset({"people", "session_from", "session_to"})


class NearStatement(NamedTuple):
    """A statement near a question: ``path`` is answers, questions or processes."""

    path: str
    turns: tuple[str, ...]
    cosine: float
    dated: bool
    frequency: int


class NearThing(NamedTuple):
    """An entity near a question, and the turns (uids) that mention it, nearest first."""

    name: str
    type: str
    cosine: float
    turns: tuple[str, ...]


class ActivatedTurn(NamedTuple):
    """A turn that activation reached over one link; without a source it is an entry point.

    ``passes`` tells whether the turn is one of those within the budget that pass it on.
    """

    source: str | None
    target: str
    link: str
    weight: float
    activation: float
    passes: bool


class DatedTurn(NamedTuple):
    """A time, half-open, that an answer of a turn (uid) tells of."""

    turn: str
    start: datetime
    end: datetime


def statements_near(
    database: Database,
    scope: Scope,
    vector: Sequence[float],
    *,
    paths: Collection[SearchPath],
    limit: int,
) -> list[NearStatement]:
    """The nearest answers, processes and questions of the scope, up to ``limit`` of each.

    Only those of ``paths`` are looked for. Raises `IndexFaultError` where the index fails inside
    the server.
    """
    narrowed = {} if scope.reach is None else {"networks": _networks(scope)}
    [record] = _near(
        database,
        ("statements_near", "statements_near_within"),
        scope,
        vector,
        **narrowed,
        paths=sorted(paths),
        looked_at=2 * limit,
        limit=limit,
    )
    return [
        NearStatement(
            near["path"],
            tuple(
                uid(scope.space, "turn", near["conversation_id"], dia_id)
                for dia_id in near["turns"]
            ),
            near["cosine"],
            near["dated"],
            near["frequency"],
        )
        for near in record["statements"]
    ]


def _networks(scope: Scope) -> list[str]:
    return [one.value for one in Network if scope.network in (None, one)]


def things_near(
    database: Database,
    scope: Scope,
    vector: Sequence[float],
    *,
    keys: Sequence[str],
    things: int,
    limit: int,
) -> list[NearThing]:
    """The nearest by their profiles, and those of an exact key, with up to ``limit`` turns of each.

    Of either sort up to ``things`` concepts and as many others. A profile sums up everything that
    was said, so a scope that ends before now (``as_of``) finds things by their names alone. Raises
    `IndexFaultError` where the index fails inside the server.
    """
    records = _near(
        database,
        ("things_near", "things_near_within"),
        scope,
        vector,
        lucene=[names_query(scope, keys)] if keys else [],
        by_profile=scope.said_to == LATEST,
        looked_at=max(things, _LOOKED_AT),
        things=things,
        limit=limit,
    )
    return [
        NearThing(record["name"], record["type"], record["cosine"], tuple(record["turns"]))
        for record in records
    ]


def activation(
    database: Database,
    scope: Scope,
    vector: Sequence[float],
    settings: ActivationSettings,
    *,
    fan: int,
) -> list[ActivatedTurn]:
    """The links along which activation spreads from the nearest turns, entry points first.

    Raises `IndexFaultError` where the index fails inside the server.
    """
    [record] = _near(
        database,
        ("activation", "activation_within"),
        scope,
        vector,
        fan=fan,
        looked_at=max(settings.entries, _LOOKED_AT),
        entries=settings.entries,
        least_similarity=settings.least_similarity,
        decay=settings.decay,
        budget=settings.budget,
        least_activation=settings.least_activation,
        entity=settings.entity,
        answer=settings.answer,
        like_least=settings.like_least,
        like=settings.like_most + 1,  # the turn itself is the nearest
        hours=settings.hours,
        least_time=settings.least_time,
    )
    return [ActivatedTurn(**link) for link in record["links"]]


def talk_at_hand(database: Database, scope: Scope, conversation: str, *, limit: int) -> list[str]:
    """The uids of the last turns of a conversation in the scope's time, latest first."""
    records = database.query(
        "talk_at_hand",
        space=scope.space,
        conversation=conversation,
        said_from=scope.said_from,
        said_to=scope.said_to,
        limit=limit,
    )
    return [record["uid"] for record in records]


def dated_statements(database: Database, scope: Scope, turns: Sequence[str]) -> list[DatedTurn]:
    """The times that the answers of these turns tell of, as far as the scope's time holds them."""
    records = database.query(
        "dated_statements",
        space=scope.space,
        said_from=scope.said_from,
        said_to=scope.said_to,
        turns=list(turns),
    )
    return [
        DatedTurn(
            record["uid"],
            datetime.fromisoformat(record["valid_from"]),
            datetime.fromisoformat(record["valid_to"]),
        )
        for record in records
    ]


def turn_ids(database: Database, space: str, turns: Sequence[str]) -> dict[str, str]:
    """Readable ids of these turns (``conv-26/D2:1``), by uid."""
    return {
        record["uid"]: turn_reference(record["conversation_id"], record["dia_id"])
        for record in database.query("turn_places", space=space, turns=list(turns))
    }


def _near(
    database: Database,
    names: tuple[str, str],
    scope: Scope,
    vector: Sequence[float],
    **more: Any,
) -> list[Record]:
    """Run the text for the whole space, or that for a narrowed scope, whichever it is."""
    everywhere, narrowed = names
    name = everywhere if scope.reach is None else narrowed
    asked = more | {
        "vector": as_vector(vector),
        "space": scope.space,
        "said_from": scope.said_from,
        "said_to": scope.said_to,
    }
    if scope.reach is not None:
        asked |= within(scope)
    if name == "activation_within":  # it starts from what anybody said; hits are narrowed later
        asked = {key: value for key, value in asked.items() if key not in _OF_PEOPLE}
    return database.query(name, **asked)
